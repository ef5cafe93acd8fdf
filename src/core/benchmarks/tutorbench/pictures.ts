import type { MetricBarsPicture } from '../picture';
import type { SampleResult } from '../sampleResult';
import { judgeId } from './judgeForm';
import { ratedCriteria } from './ratedCriteria';
import type { TutorBenchSample } from './samples';

/** Bars of the pass rates by skill and by evaluation dimension; left out until a criterion with one of these tags is rated. */
export function tutorBenchPictures(results: readonly SampleResult<TutorBenchSample>[]): readonly MetricBarsPicture[] {
  const rated = results.some(({ sample, repeats }) =>
    repeats.some((repeat) =>
      ratedCriteria(sample, repeat).some(
        ({ met, skill, dimensions }) => met !== undefined && (skill !== undefined || dimensions.length > 0),
      ),
    ),
  );
  if (!rated) return [];
  return [
    {
      kind: 'metricBars',
      title: 'What the replies are good at',
      explain:
        'Pass rate of the criteria by tutoring skill and by evaluation dimension, with the interval of each. A criterion can have ' +
        'more than one dimension and counts in each.',
      judge: judgeId,
      blocks: ['skill', 'dimension'],
    },
  ];
}
