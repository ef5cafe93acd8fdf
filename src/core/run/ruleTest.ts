import type { Benchmarks } from '../benchmark/benchmark';
import { type PromptFile, readPromptFile } from '../prompt/promptFile';
import { alikeRules, promptRules, type Rule } from '../prompt/promptRules';
import { bodyWithout, type RuleGroup, testableGroups } from '../prompt/withoutRules';
import { createRandom } from '../statistics/random';
import { sitOutTrials } from '../statistics/sitOut';
import type { RunManifest } from '../store/runManifest';
import { entriesWith } from '../store/storedSamples';
import { t } from '../text/countWords';
import { meanAims } from './meanAims';
import type { PlannedRun } from './planRun';
import { storedUnit, unitKey } from './playOrder';
import { ChoiceError } from './runChoices';
import type { WorkItem } from './workItem';

/** In units where both rules of a pair are out, neither is seen alone: more pairs would cost more than they tell. */
const mostPairs = 2;
/** One unit in so many leaves out both at once on purpose, beside the third in which that is chance. */
const unitsAtOnce = 6;

/**
 * The run as a test of the prompt's rules: each unit is played three times, and each rule is left out of one of these.
 * Two rules that are alike are more often left out of the same one. Only the judges of the targets are asked. Throws
 * `ChoiceError`.
 */
export function withRuleTest({ manifest, samples, images }: PlannedRun, all: Benchmarks): PlannedRun {
  const file = readPromptFile(manifest.prompt.path, manifest.prompt.text);
  const groups = testableGroups(file, promptRules(file));
  if (groups.length < 2)
    throw new ChoiceError(t`The prompt has fewer than two rules that a test can leave out. Write rules as a list.`);
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => all.get(id) ?? []);
  const { targets } = meanAims(benchmarks, manifest.aims);
  const isSingle = groups.every((group) => group.length === 1);
  const alike = isSingle ? alikeRules(groups.flat()) : [];
  const isNew = (rules: readonly Rule[], at: number): boolean =>
    !alike.slice(0, at).some((earlier) => earlier.some((rule) => rules.includes(rule)));
  const pairs = alike.filter(isNew).slice(0, mostPairs);
  const { order = [], firstStop } = manifest.sequence ?? {};
  const within = new Set(order.slice(0, firstStop));
  // All at once: to look at a first part and then go on would make chance findings likelier.
  const played = samples.filter((stored) => within.has(storedUnit(stored, all)));
  return {
    samples: played,
    images,
    manifest: {
      ...manifest,
      purpose: 'rules',
      // A stored reply was seen when the rules were written.
      skipsCache: true,
      ...{ aims: { targets, guards: [] }, firstAims: undefined, sequence: undefined, judgeAll: undefined },
      ruleTest: {
        groups: groups.map((group) => group.map(({ number, text }) => ({ number, text }))),
        pairs: pairs.map((pair) => pair.map((rule) => groups.findIndex(([one]) => one === rule))),
      },
      benchmarks: entriesWith(manifest.benchmarks, played, sitOutTrials),
    },
  };
}

/** The texts that a test of rules sends. */
export class RuleTest {
  readonly groups: readonly RuleGroup[];
  readonly #file: PromptFile;
  readonly #texts = new Map<string, PromptFile>();

  constructor(private readonly manifest: RunManifest) {
    const { path, text } = manifest.prompt;
    this.#file = readPromptFile(path, text);
    const rules = promptRules(this.#file);
    this.groups = (manifest.ruleTest?.groups ?? []).map((group) =>
      group.flatMap(
        ({ number, text: known }) => rules.find((rule) => rule.number === number && rule.text === known) ?? [],
      ),
    );
  }

  /** By group, the repeat in which it sits out. Independent draws, so that the test of each is exact. */
  drawOf(unit: string): readonly number[] {
    const random = createRandom(`rules/${this.manifest.seed}/${this.manifest.prompt.revision}/${unit}`);
    const draw = this.groups.map(() => random.int(sitOutTrials));
    for (const [one = 0, other = 0] of this.manifest.ruleTest?.pairs ?? [])
      if (random.int(unitsAtOnce) === 0) draw[other] = draw[one] ?? 0;
    return draw;
  }

  promptOf({ benchmark, sample, repeat }: Pick<WorkItem, 'benchmark' | 'sample' | 'repeat'>): PromptFile {
    const draw = this.drawOf(unitKey(benchmark, sample));
    const rules = this.groups.filter((_, index) => draw[index] === repeat).flat();
    if (rules.length === 0) return this.#file;
    const key = rules.map(({ number }) => number).join();
    const known = this.#texts.get(key) ?? readPromptFile(this.#file.path, bodyWithout(this.#file, rules));
    this.#texts.set(key, known);
    return known;
  }
}
