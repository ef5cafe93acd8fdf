import { meanOf } from '../meanOf';
import type { SampleResult } from '../sampleResult';
import { arrW, type RatedCriterion } from './arrW';
import { placesOfTags } from './criterionTags';
import { labelsOf } from './ratedCriteria';
import type { TutorBenchSample } from './samples';

/** What all metrics make of a sample's verdicts. */
export interface ResultReading {
  /** The unclipped score, the mean over the plays that have one; `undefined` where none has. */
  readonly raw: number | undefined;
  /** Rated criteria of all plays by the place of their tag in `criterionTags`; `undefined` for a tag that no criterion has. */
  readonly tagged: readonly (readonly RatedCriterion[] | undefined)[];
}

/** Forty metrics ask for the same: a result is read once, and what was read goes when it goes. */
const readings = new WeakMap<SampleResult<TutorBenchSample>, ResultReading>();

/** Reads the verdicts of a sample. Results do not change. */
export function readResult(result: SampleResult<TutorBenchSample>): ResultReading {
  let reading = readings.get(result);
  if (reading === undefined) readings.set(result, (reading = read(result)));
  return reading;
}

function read({ sample, repeats }: SampleResult<TutorBenchSample>): ResultReading {
  const tagged: RatedCriterion[][] = [];
  const places = sample.criteria.map(placesOfTags);
  for (const own of places) for (const place of own) tagged[place] = [];
  const raws: number[] = [];
  for (const play of repeats) {
    const labels = labelsOf(play);
    const rated = sample.criteria.map(({ id, weight }): RatedCriterion => ({ weight, met: labels.get(id) }));
    const score = arrW(rated);
    if (score.kind === 'scored') raws.push(score.raw);
    for (const [index, criterion] of rated.entries()) {
      for (const place of places[index] ?? []) tagged[place]?.push(criterion);
    }
  }
  return { raw: meanOf(raws), tagged };
}
