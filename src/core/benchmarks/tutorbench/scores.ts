import { meanOf } from '../../benchmark/metric';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import { judgeId } from './judges';
import type { TbCriterion, TutorBenchSample } from './samples';

export interface RatedCriterion {
  readonly weight: number;
  readonly met: boolean | undefined;
}

/** The paper’s equation 1, at most 1. Without a verdict on each criterion `undefined`: the denominator would change. */
export function arrW(criteria: readonly RatedCriterion[]): number | undefined {
  const weightOf = (counts: (criterion: RatedCriterion) => boolean): number =>
    criteria.filter(counts).reduce((sum, { weight }) => sum + weight, 0);
  const possible = weightOf(({ weight }) => weight > 0);
  const isWhole = possible > 0 && criteria.every(({ met }) => met !== undefined);
  return isWhole ? weightOf(({ met }) => met === true) / possible : undefined;
}

export function clip(share: number): number {
  return Math.min(1, Math.max(0, share));
}

export function isGood(weight: number, met: boolean): boolean {
  return met === weight > 0;
}

/** Over criteria with a verdict, whatever their weight; `rate` is 0 to 1. */
export function passRate(criteria: readonly RatedCriterion[]): {
  readonly n: number;
  readonly rate: number | undefined;
} {
  let [n, good] = [0, 0];
  for (const { weight, met } of criteria) {
    if (met === undefined) continue;
    n += 1;
    good += isGood(weight, met) ? 1 : 0;
  }
  return { n, rate: n === 0 ? undefined : good / n };
}

type Judged = Pick<RepeatResult, 'dialogue' | 'verdicts'>;

function labelsOf({ dialogue, verdicts }: Judged): ReadonlyMap<string | undefined, boolean> {
  const given = dialogue.status === 'complete' ? verdicts : [];
  return new Map(
    given.flatMap(({ judge, status, criterionId, label }) =>
      judge === judgeId && status === 'ok' && typeof label === 'boolean' ? [[criterionId, label] as const] : [],
    ),
  );
}

export function ratedCriteria(
  { criteria }: TutorBenchSample,
  trial: Judged,
): readonly (TbCriterion & RatedCriterion)[] {
  const labels = labelsOf(trial);
  return criteria.map((criterion) => ({ ...criterion, met: labels.get(criterion.id) }));
}

export interface ResultReading {
  readonly sample: TutorBenchSample;
  readonly trials: readonly (readonly (TbCriterion & RatedCriterion)[])[];
  /** The unclipped score: the mean over the trials that have one, else `undefined`. */
  readonly raw: number | undefined;
  readonly unseen: boolean;
}

type Results = readonly SampleResult<TutorBenchSample>[];

/** Cached, because forty metrics read the same results. */
const readings = new WeakMap<Results, readonly ResultReading[]>();

export function readResults(results: Results): readonly ResultReading[] {
  const found = readings.get(results) ?? results.map(read);
  readings.set(results, found);
  return found;
}

function read({ sample, repeats }: Results[number]): ResultReading {
  const trials = repeats.map((trial) => ratedCriteria(sample, trial));
  const unseen = repeats.some(({ dialogue }) => dialogue.status === 'notApplicable');
  return { sample, trials, raw: meanOf(trials.map(arrW)), unseen };
}
