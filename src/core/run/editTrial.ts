import type { Benchmarks } from '../benchmark/benchmark';
import { type PromptFile, readPromptFile } from '../prompt/promptFile';
import { lookSizes } from '../statistics/sequentialPlan';
import type { RunManifest } from '../store/runManifest';
import { entriesWith } from '../store/storedSamples';
import { t } from '../text/countWords';
import { sha256 } from '../text/sha256';
import { meanAims } from './meanAims';
import type { PlannedRun } from './planRun';
import { storedUnit } from './playOrder';
import { ChoiceError } from './runChoices';
import type { WorkItem } from './workItem';

type Edits = NonNullable<RunManifest['edits']>;

/** A confirmation ends at the first of these looks at which the edit is proved or worse. */
const confirmLooks = 4;
/** Fewer units can show nothing but a landslide. */
const fewestUnits = 8;

/**
 * Edits are sought and raced on one half of the units, and confirmed on the other. The half follows from the unit’s
 * name alone, so it is the same in all runs, whatever other samples there are.
 */
export function halfOf(unit: string): Edits['half'] {
  return Number.parseInt(sha256(unit).slice(0, 2), 16) % 2 === 0 ? 'work' : 'confirm';
}

/** As a trial of edits: each unit of a half once with the prompt and with each candidate. Throws `ChoiceError`. */
export function withCandidates({ manifest, samples, images }: PlannedRun, all: Benchmarks, edits: Edits): PlannedRun {
  const { half, candidates } = edits;
  const benchmarks = manifest.benchmarks.flatMap(({ id }) => all.get(id) ?? []);
  const aims = meanAims(benchmarks, manifest.aims);
  const unheld = manifest.aims?.guards.filter((name) => ![...aims.guards, ...aims.targets].includes(name)) ?? [];
  if (unheld.length > 0)
    throw new ChoiceError(t`An edit can only be held to means over samples. Not a mean: ${unheld.join(', ')}.`);
  const { order = [], firstStop } = manifest.sequence ?? {};
  const units = order.slice(0, firstStop).filter((unit) => halfOf(unit) === half);
  if (units.length < fewestUnits)
    throw new ChoiceError(
      t`A half of the samples has ${units.length} units, and an edit needs ${fewestUnits} to be tried. Add samples.`,
    );
  const within = new Set(units);
  const played = samples.filter((stored) => within.has(storedUnit(stored, all)));
  return {
    samples: played,
    images,
    manifest: {
      ...manifest,
      purpose: 'edits',
      // A stored reply was seen when the edit was made.
      skipsCache: true,
      ...{ aims, firstAims: undefined, judgeAll: undefined, limit: undefined, batch: undefined },
      sequence: {
        ...{ planned: units.length, order: units },
        looks: half === 'work' ? racingLooks(units.length, candidates.length) : lookSizes(units.length, confirmLooks),
      },
      edits,
      benchmarks: entriesWith(manifest.benchmarks, played, 1 + candidates.length),
    },
  };
}

/**
 * Units behind each look of a race: one candidate goes after each. The prompt itself stays, so that it is always
 * compared on the same units. Source: successive rejects (Audibert, Bubeck and Munos, COLT 2010).
 */
export function racingLooks(units: number, candidates: number): readonly number[] {
  let share = 0.5;
  for (let rank = 2; rank <= candidates; rank++) share += 1 / rank;
  const phase = (round: number): number => Math.ceil(units / (share * (candidates + 1 - round)));
  const looks = Array.from({ length: candidates - 1 }, (_, index) => Math.min(units, phase(index + 1)));
  return [...new Set([...looks.filter((look) => look < units), units])];
}

/** The texts that a trial of edits sends. */
export class EditTrial {
  readonly #files: readonly PromptFile[];

  constructor({ prompt: { path, text }, edits }: RunManifest) {
    this.#files = [text, ...(edits?.candidates ?? []).map((one) => one.text)].map((one) => readPromptFile(path, one));
  }

  promptOf({ repeat }: Pick<WorkItem, 'repeat'>): PromptFile {
    const file = this.#files[repeat] ?? this.#files[0];
    if (file === undefined) throw new Error('A trial has a prompt.');
    return file;
  }
}
