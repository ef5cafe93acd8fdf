import type { Benchmarks } from '../benchmark/benchmark';
import type { DialoguePlan } from '../benchmark/dialogue';
import { tagIds, tagsJudge } from '../benchmark/failureTaxonomy';
import { withPromptOverrides } from '../benchmark/judging/promptOverride';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import type { BenchmarkId } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { understoodSentences } from '../prompt/readRules';
import type { PromptSentence, RuleId } from '../prompt/rules';
import { type RunManifest, sentencesSent, statesNothing } from '../store/runManifest';
import { asideSteps, isContinued, type RunRecord } from '../store/runRecord';
import type { StoredSample } from '../store/runStore';
import { boundedText } from '../text/readableText';
import { errorNamed } from '../text/errors';
import { EditTrial } from './editTrial';
import { fittingRecords } from './fittingRecords';
import type { NamedImages } from './loadSamples';
import { unitKey } from './playOrder';
import { RuleTest } from './ruleTest';
import { RunState } from './runState';
import { assertTrials, repeatsOf, type WorkItem, workItemKey } from './workItem';

export interface RunSession {
  readonly manifest: RunManifest;
  readonly items: readonly WorkItem[];
  /** Trials beyond the limit, which are played once the run is continued. */
  readonly rest: readonly WorkItem[];
  readonly state: RunState;
  /** As the simulated tutor reads them; empty where the tutor is a model. */
  readonly sentences: readonly PromptSentence[];
  /** A simulated tutor understood nothing of its prompt, so its replies get no scores. */
  readonly lacksScores: boolean;
  /** As the simulated tutor reads the prompt of a trial. */
  rulesFor(item: WorkItem): readonly RuleId[];
  readonly tagging?: Tagging;
  /** Answers to questions about failing replies, which change no score. */
  readonly aside?: readonly RunRecord[] | undefined;
  readonly problems: readonly string[];
  planOf(item: WorkItem): DialoguePlan;
  readonly policy: ProtocolPolicy;
  imagesOf(benchmark: BenchmarkId): NamedImages;
}

/**
 * `judgeAll`: ask all judges of all units. `runAll`: play all units, also beyond the limit. `against`: the run that its
 * looks compare it with, if not the baseline.
 */
export interface Continuation {
  readonly judgeAll?: boolean | undefined;
  readonly runAll?: boolean | undefined;
  readonly against?: string | undefined;
}

export class RunSessionError extends errorNamed('RunSessionError') {}

/** Leaves out and reports what cannot be analysed in this run. Throws `RunSessionError` and `TooManyTrialsError`. */
export function createRunSession(
  manifest: RunManifest,
  samples: readonly StoredSample[],
  benchmarks: Benchmarks,
  records: readonly RunRecord[] = [],
  problems: readonly string[] = [],
  { runAll = false }: Pick<Continuation, 'runAll'> = {},
): RunSession {
  const { template } = readPromptFile(manifest.prompt.path, manifest.prompt.text);
  const sent = manifest.tutor.simulated ? manifest.benchmarks.map((entry) => sentencesSent(manifest, entry)) : [];
  const [first = []] = sent;
  const isFile = manifest.benchmarks.every(({ placement }) => placement !== 'benchmark');
  // One prompt that is not understood is the reason for missing scores, so it is shown first.
  const sentences = isFile ? first : (sent.find(statesNothing) ?? sent.flat());
  const { items: all, problems: left } = readItems(manifest, samples, benchmarks);
  const { firstStop = Infinity } = manifest.sequence ?? {};
  const end = runAll || isContinued(records) ? Infinity : firstStop;
  const isWithin = ({ position }: WorkItem): boolean => position < end;
  const items = all.filter(isWithin);
  assertTrials(items.length);
  const entryOf = (id: BenchmarkId): RunManifest['benchmarks'][number] | undefined =>
    manifest.benchmarks.find((entry) => entry.id === id);
  // What decides which text a trial sends, where that is not the prompt itself.
  const test = manifest.edits === undefined ? manifest.ruleTest && new RuleTest(manifest) : new EditTrial(manifest);
  const planOf = (item: WorkItem): DialoguePlan => {
    const { placement = 'own' } = entryOf(item.benchmark.id) ?? {};
    const placed = { template: test?.promptOf(item).template ?? template, placement };
    return item.benchmark.plan(item.sample, placed, manifest.policy, { repeat: item.repeat, seed: manifest.seed });
  };
  const lacksScores = sent.some(statesNothing);
  const counted = lacksScores ? records.filter(({ kind }) => kind !== 'judged') : records;
  const fitting = fittingRecords({ manifest, items, planOf }, counted);
  return {
    manifest,
    items,
    rest: items.length === all.length ? [] : all.filter((item) => !isWithin(item)),
    state: new RunState(manifest, fitting.records),
    sentences,
    lacksScores,
    rulesFor: (item) => {
      const ownSentences = sent[manifest.benchmarks.findIndex(({ id }) => id === item.benchmark.id)] ?? [];
      const read = test === undefined ? ownSentences : understoodSentences(test.promptOf(item));
      return read.flatMap(({ rules }) => rules);
    },
    problems: [...problems, ...left, ...fitting.problems],
    planOf,
    imagesOf: (id) => entryOf(id)?.images ?? {},
    policy: manifest.policy,
  };
}

/** The trials of the stored samples. Throws `RunSessionError` for an unknown benchmark. */
function readItems(
  { runId, benchmarks: entries, sequence }: RunManifest,
  samples: readonly StoredSample[],
  benchmarks: Benchmarks,
): { readonly items: readonly WorkItem[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const known = new Set<string>();
  const positions = new Map((sequence?.order ?? []).map((unit, index) => [unit, index]));
  const items = entries.flatMap((entry) => {
    const builtIn = benchmarks.get(entry.id);
    if (builtIn === undefined)
      throw new RunSessionError(`Run ${runId} uses the benchmark “${entry.id}”, which this version does not have.`);
    const benchmark = withPromptOverrides(builtIn, entry.promptOverrides);
    return samples.flatMap((stored): readonly WorkItem[] => {
      if (stored.benchmark !== entry.id) return [];
      const { success, data: sample } = benchmark.sampleSchema.safeParse(stored.sample);
      const what = `stored ${benchmark.title} sample`;
      if (!success) {
        problems.push(`A ${what} no longer fits its schema and is left out.`);
        return [];
      }
      const first = workItemKey(entry.id, sample.id, 0);
      if (known.has(first)) {
        problems.push(`The ${what} “${boundedText(sample.id, 80)}” appears twice; the first one counts.`);
        return [];
      }
      known.add(first);
      return Array.from({ length: repeatsOf(benchmark, sample, entry) }, (_, repeat) => ({
        key: workItemKey(entry.id, sample.id, repeat),
        ...{ benchmark, sample, repeat },
        position: positions.get(unitKey(benchmark, sample)) ?? 0,
      }));
    });
  });
  return { items, problems };
}

/** `tags` is `undefined` where the judge's answer was unreadable or never came. */
export interface ReplyTags {
  readonly tags: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
  readonly problem?: string | undefined;
}

export interface Tagging {
  readonly judge: string;
  readonly replies: ReadonlyMap<string, ReplyTags>;
  readonly versions: ReadonlyMap<string, string>;
}

/** Reads the last judge asked; `undefined` where none was. */
export function readTagging(items: readonly WorkItem[], records: readonly RunRecord[]): Tagging | undefined {
  const steps = asideSteps(records, tagsJudge, tagsJudge);
  const judge = steps.at(-1)?.judgeModel;
  if (judge === undefined) return undefined;
  const known = new Map(items.map((item) => [item.key, item]));
  const replies = new Map<string, ReplyTags>();
  const versions = new Map<string, string>();
  for (const record of steps) {
    const item = known.get(record.item);
    if (item === undefined || record.judgeModel !== judge) continue;
    if (record.kind === 'failed') {
      if (!replies.has(item.key)) replies.set(item.key, { tags: undefined, problem: record.message });
      continue;
    }
    const [verdict] = record.verdicts;
    if (verdict === undefined || item.benchmark.taxonomy?.canGive(verdict, item.sample) !== true) continue;
    versions.set(item.benchmark.id, record.version);
    const { label, reasoning, problem } = verdict;
    replies.set(item.key, { tags: typeof label === 'string' ? tagIds(label) : undefined, reasoning, problem });
  }
  return { judge, replies, versions };
}

/** Tutor replies of a run without failures: one for each turn of the student. */
export function plannedReplies(session: RunSession): number {
  return session.items.reduce((total, item) => total + session.planOf(item).studentTurns.length, 0);
}
