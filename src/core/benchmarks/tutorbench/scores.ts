import { meanOf } from '../../benchmark/metric';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import { judgeId } from './judges';
import type { TbCriterion, TutorBenchSample } from './samples';

/** `met` is undefined where the judge gave no readable verdict. */
export interface RatedCriterion {
  readonly weight: number;
  readonly met: boolean | undefined;
}

/**
 * The score of one reply as a share of 1. `incomplete`: a criterion has no verdict, and leaving it out would change the
 * denominator. `undefined`: no criterion has a positive weight.
 */
type ArrW =
  | { readonly kind: 'scored'; readonly raw: number; readonly clipped: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'undefined' };

/** The paper's equation 1: the weights of the criteria that are met over the sum of the positive weights; at most 1. */
export function arrW(criteria: readonly RatedCriterion[]): ArrW {
  let possible = 0;
  let earned = 0;
  let complete = true;
  for (const { weight, met } of criteria) {
    if (weight > 0) possible += weight;
    if (met === true) earned += weight;
    complete &&= met !== undefined;
  }
  if (possible === 0) return { kind: 'undefined' };
  if (!complete) return { kind: 'incomplete' };
  return { kind: 'scored', raw: earned / possible, clipped: clip(earned / possible) };
}

/** Within 0..1: negative weights can take a score below 0. */
export function clip(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Clipped to 0..1 after averaging; one loop, as it runs for every resample. */
export function clippedMean(raws: readonly number[]): number | undefined {
  let sum = 0;
  for (const raw of raws) sum += raw;
  return raws.length === 0 ? undefined : clip(sum / raws.length);
}

/** Met for a positive weight, not met for a negative one. */
export function isGood(weight: number, met: boolean): boolean {
  return met === weight > 0;
}

interface PassRate {
  readonly n: number;
  readonly good: number;
  /** 0..1; undefined where nothing was rated. */
  readonly rate: number | undefined;
}

/** Each criterion counts once whatever its weight. */
export function passRate(criteria: readonly RatedCriterion[]): PassRate {
  let n = 0;
  let good = 0;
  for (const { weight, met } of criteria) {
    if (met === undefined) continue;
    n += 1;
    if (isGood(weight, met)) good += 1;
  }
  return { n, good, rate: n === 0 ? undefined : good / n };
}

type Judged = Pick<RepeatResult, 'dialogue' | 'verdicts'>;

/** What the judge said of each criterion by its id; nothing where there is no complete dialogue. */
function labelsOf({ dialogue, verdicts }: Judged): ReadonlyMap<string | undefined, boolean> {
  const labels = new Map<string | undefined, boolean>();
  if (dialogue.status !== 'complete') return labels;
  for (const { judge, status, criterionId, label } of verdicts) {
    if (judge === judgeId && status === 'ok' && typeof label === 'boolean') labels.set(criterionId, label);
  }
  return labels;
}

export function ratedCriteria({ criteria }: TutorBenchSample, play: Judged): readonly (TbCriterion & RatedCriterion)[] {
  const labels = labelsOf(play);
  return criteria.map((criterion) => ({ ...criterion, met: labels.get(criterion.id) }));
}

export interface ResultReading {
  readonly sample: TutorBenchSample;
  readonly plays: readonly (readonly RatedCriterion[])[];
  /** The unclipped score, the mean over the plays that have one; `undefined` where none has. */
  readonly raw: number | undefined;
  /** Whether the tutor could not see the images in one of the plays. */
  readonly unseen: boolean;
}

type Results = readonly SampleResult<TutorBenchSample>[];

/** Forty metrics ask for the same: a list of results is read once, and what was read goes when it goes. */
const readings = new WeakMap<Results, readonly ResultReading[]>();

/** In the order of the results. Neither the list nor its results change afterwards. */
export function readResults(results: Results): readonly ResultReading[] {
  let found = readings.get(results);
  if (found === undefined) readings.set(results, (found = results.map(read)));
  return found;
}

function read({ sample, repeats }: Results[number]): ResultReading {
  const plays = repeats.map((play) => {
    const labels = labelsOf(play);
    return sample.criteria.map(({ id, weight }): RatedCriterion => ({ weight, met: labels.get(id) }));
  });
  const raws = plays.flatMap((rated) => {
    const score = arrW(rated);
    return score.kind === 'scored' ? [score.raw] : [];
  });
  const unseen = repeats.some(({ dialogue }) => dialogue.status === 'notApplicable');
  return { sample, plays, raw: meanOf(raws), unseen };
}
