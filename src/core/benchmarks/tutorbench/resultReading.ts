import { meanOf } from '../meanOf';
import type { SampleResult } from '../sampleResult';
import { arrW, passRate, type PassRate, type RatedCriterion } from './arrW';
import { criterionTags, placesOfTags } from './criterionTags';
import { labelsOf } from './ratedCriteria';
import type { TutorBenchSample } from './samples';

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
