import type { RepeatResult, SampleResult } from '../sampleResult';
import { judgeId } from './judges';
import type { TbCriterion, TutorBenchSample } from './samples';
import { meanOf } from '../meanOf';
import { dimensionIds, dimensionTitles, skillIds, skillTitles } from './labels';
import type { MetricBlockId } from './metrics';

/** A criterion with what was said of a reply; `met` is undefined where the judge gave no readable verdict. */
export interface RatedCriterion {
  /** 5, 1 or -5. */
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

/** ARR_w (the paper's equation 1): the weights of the criteria that are met over the sum of the positive weights; at most 1. */
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

/** A group's score: the mean of unclipped scores, clipped to 0..1 after averaging; one loop, as it runs for every resample. Undefined for no values. */
export function clippedMean(raws: readonly number[]): number | undefined {
  let sum = 0;
  for (const raw of raws) sum += raw;
  return raws.length === 0 ? undefined : clip(sum / raws.length);
}

/** Whether a rating is a good outcome: met for a positive weight, not met for a negative one. */
export function isGood(weight: number, met: boolean): boolean {
  return met === weight > 0;
}

/** Good outcomes among the rated criteria. */
interface PassRate {
  /** Rated criteria. */
  readonly n: number;
  readonly good: number;
  /** 0..1; undefined where nothing was rated. */
  readonly rate: number | undefined;
}

/** Pass rate of criteria pooled over samples, each counting once whatever its weight. */
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

/** The criteria of a play with the judge's verdicts; all without one where there is no complete dialogue. */
export function ratedCriteria({ criteria }: TutorBenchSample, play: Judged): readonly (TbCriterion & RatedCriterion)[] {
  const labels = labelsOf(play);
  return criteria.map((criterion) => ({ ...criterion, met: labels.get(criterion.id) }));
}

type Result = SampleResult<TutorBenchSample>;

/** What all metrics make of a sample's verdicts. */
export interface ResultReading {
  readonly sample: TutorBenchSample;
  /** The unclipped score, the mean over the plays that have one; `undefined` where none has. */
  readonly raw: number | undefined;
  /** Whether the tutor could not see the images in one of the plays. */
  readonly unseen: boolean;
  /** Pass rates over the rated criteria of all plays by the place of their tag in `criterionTags`; `undefined` for a tag that no criterion has. */
  readonly rates: readonly (PassRate | undefined)[];
}

/** Forty metrics ask for the same: a list of results is read once, and what was read goes when it goes. */
const readings = new WeakMap<readonly Result[], readonly ResultReading[]>();

/** Reads the verdicts of each sample, in the order of the results. Neither the list nor its results change afterwards. */
export function readResults(results: readonly Result[]): readonly ResultReading[] {
  let found = readings.get(results);
  if (found === undefined) readings.set(results, (found = results.map(read)));
  return found;
}

function read({ sample, repeats }: Result): ResultReading {
  const raws: number[] = [];
  const plays: (readonly RatedCriterion[])[] = [];
  let unseen = false;
  for (const play of repeats) {
    const labels = labelsOf(play);
    const rated = sample.criteria.map(({ id, weight }): RatedCriterion => ({ weight, met: labels.get(id) }));
    const score = arrW(rated);
    if (score.kind === 'scored') raws.push(score.raw);
    plays.push(rated);
    unseen ||= play.dialogue.status === 'notApplicable';
  }
  const rates = new Array<PassRate | undefined>(criterionTags.length).fill(undefined);
  for (const { place, criteria } of tagsOf(sample)) {
    const tagged: RatedCriterion[] = [];
    for (const rated of plays) {
      for (const index of criteria) {
        const criterion = rated[index];
        if (criterion !== undefined) tagged.push(criterion);
      }
    }
    rates[place] = passRate(tagged);
  }
  return { sample, raw: meanOf(raws), unseen, rates };
}

/** A tag's place in `criterionTags`, with the criteria of a sample that have it, by their places. */
interface SampleTag {
  readonly place: number;
  readonly criteria: number[];
}

const tags = new WeakMap<TutorBenchSample, readonly SampleTag[]>();

/** The tags that a sample's criteria have. They do not depend on what was said of a reply: each sample is asked for them once. */
function tagsOf(sample: TutorBenchSample): readonly SampleTag[] {
  let found = tags.get(sample);
  if (found === undefined) {
    const byPlace = new Map<number, SampleTag>();
    for (const [index, criterion] of sample.criteria.entries()) {
      for (const place of placesOfTags(criterion)) {
        const tag = byPlace.get(place);
        if (tag === undefined) byPlace.set(place, { place, criteria: [index] });
        else tag.criteria.push(index);
      }
    }
    tags.set(sample, (found = [...byPlace.values()]));
  }
  return found;
}

/** A group of criteria that has a pass rate of its own. */
export interface CriterionTag {
  readonly block: MetricBlockId;
  readonly id: string;
  readonly title: string;
}

/** All groups, in the order in which their rates are shown. A criterion is in several. */
export const criterionTags: readonly CriterionTag[] = [
  ...dimensionIds.map((id): CriterionTag => ({ block: 'dimension', id, title: dimensionTitles[id] })),
  ...skillIds.map((id): CriterionTag => ({ block: 'skill', id, title: skillTitles[id] })),
  { block: 'tags', id: 'explicit', title: 'Asked for explicitly' },
  { block: 'tags', id: 'implicit', title: 'Implied by the situation' },
  { block: 'tags', id: 'objective', title: 'Objective' },
  { block: 'tags', id: 'subjective', title: 'Subjective' },
  { block: 'tags', id: 'critical', title: 'Critical (weight 5)' },
  { block: 'tags', id: 'not_critical', title: 'Not critical (weight 1)' },
  { block: 'tags', id: 'critical_negative', title: 'Unwanted behaviour (weight -5)' },
];

/** The places of a block's tags by their ids. */
function placesIn(block: MetricBlockId): ReadonlyMap<string, number> {
  return new Map(criterionTags.flatMap((tag, place) => (tag.block === block ? [[tag.id, place] as const] : [])));
}
const inDimension = placesIn('dimension');
const inSkill = placesIn('skill');
const inTags = placesIn('tags');

/** Where a criterion's groups stand in `criterionTags`, each once. */
function placesOfTags({ dimensions, skill, explicit, objective, weight }: TbCriterion): readonly number[] {
  const found: number[] = [];
  const add = (place: number | undefined): void => {
    if (place !== undefined && !found.includes(place)) found.push(place);
  };
  for (const dimension of dimensions) add(inDimension.get(dimension));
  if (skill !== undefined) add(inSkill.get(skill));
  if (explicit !== undefined) add(inTags.get(explicit ? 'explicit' : 'implicit'));
  if (objective !== undefined) add(inTags.get(objective ? 'objective' : 'subjective'));
  add(inTags.get(weight === 5 ? 'critical' : weight === 1 ? 'not_critical' : 'critical_negative'));
  return found;
}
