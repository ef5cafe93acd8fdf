import {
  derivedMetric,
  type StatisticOfMean,
  type MeanMetric,
  meanOf,
  type MetricDefinition,
  type MetricMetadata,
  type Observation,
} from '../../benchmark/metric';
import type { MetricBarsPicture } from '../../benchmark/picture';
import type { SampleResult } from '../../benchmark/sampleResult';
import { judgeId } from './judges';
import { tutorBenchChoice } from './policies';
import {
  bloomTitles,
  dimensionIds,
  dimensionTitles,
  modalityTitles,
  skillIds,
  skillTitles,
  subjectIds,
  type TbCriterion,
  type TutorBenchSample,
  useCaseTitles,
} from './samples';
import { clip, passRate, ratedCriteria, readResults, type ResultReading } from './scores';

export const metricBlocks = [
  { id: 'headline', title: 'All samples' },
  { id: 'useCase', title: 'By use case' },
  { id: 'subject', title: 'By subject' },
  { id: 'modality', title: 'By modality' },
  { id: 'bloom', title: 'By Bloom level' },
  { id: 'dimension', title: 'Evaluation dimensions' },
  { id: 'skill', title: 'Tutoring skills' },
  { id: 'tags', title: 'Kinds of criteria' },
] as const;
type BlockId = (typeof metricBlocks)[number]['id'];

const percent = { unit: 'percent', direction: 'up', scale: [0, 100], judges: [judgeId] } as const;

export const tutorBenchMetrics: readonly MetricDefinition<TutorBenchSample>[] = [
  scoreMetric('headline', 'ARR_w', 'Weighted rubric score (ARR_w)', () => true),
  {
    kind: 'mean',
    id: 'ARR_w_unclipped',
    block: 'headline',
    title: 'ARR_w before clipping',
    explain: 'The same mean without clipping: below 0 when unwanted behaviour costs more than the reply earns.',
    ...percent,
    // A sample can fall below -100 if its unwanted behaviours outweigh the rest.
    scale: [-100, 100],
    observe: (results) => scoresOf(readResults(results), false),
  },
  ...groups('useCase', useCaseTitles),
  ...subjectIds.map((id) => scoreMetric('subject', id, id, ({ subject }) => subject === id)),
  scoreMetric('subject', 'other', 'Other subjects', ({ subject }) => !subjectIds.some((id) => id === subject)),
  ...groups('modality', modalityTitles),
  ...groups('bloom', bloomTitles),
  ...dimensionIds.map((id) =>
    rateMetric('dimension', id, dimensionTitles[id], ({ dimensions }) => dimensions.includes(id)),
  ),
  ...skillIds.map((id) => rateMetric('skill', id, skillTitles[id], ({ skill }) => skill === id)),
  rateMetric('tags', 'explicit', 'Asked for explicitly', ({ explicit }) => explicit === true),
  rateMetric('tags', 'implicit', 'Implied by the situation', ({ explicit }) => explicit === false),
  rateMetric('tags', 'objective', 'Objective', ({ objective }) => objective === true),
  rateMetric('tags', 'subjective', 'Subjective', ({ objective }) => objective === false),
  rateMetric('tags', 'critical', 'Critical (weight 5)', ({ weight }) => weight === 5),
  rateMetric('tags', 'not_critical', 'Not critical (weight 1)', ({ weight }) => weight === 1),
  rateMetric('tags', 'critical_negative', 'Unwanted behaviour (weight -5)', ({ weight }) => weight === -5),
];

function groups(
  field: 'useCase' | 'modality' | 'bloom',
  titles: Readonly<Record<string, string>>,
): readonly MetricDefinition<TutorBenchSample>[] {
  return Object.entries(titles).map(([id, title]) => scoreMetric(field, id, title, (sample) => sample[field] === id));
}

function scoreMetric(
  block: BlockId,
  id: string,
  title: string,
  belongs: (sample: TutorBenchSample) => boolean,
): MetricDefinition<TutorBenchSample> {
  const which = block === 'headline' ? 'all samples' : `samples of “${title}”`;
  return derivedMetric<TutorBenchSample, number>({
    ...{ id, block, title },
    explain:
      `Mean over ${which}: the weights of the met criteria divided by the sum of the positive weights, clipped to 0..100 ` +
      'after averaging. Not available if the tutor cannot see some of their images.',
    ...percent,
    observe: (results, policy) =>
      scoresOf(
        readResults(results).filter(({ sample }) => belongs(sample)),
        tutorBenchChoice(policy, 'clipPerSample'),
      ),
    estimate: (raws) => {
      const mean = meanOf(raws);
      return mean === undefined ? undefined : 100 * clip(mean);
    },
  });
}

function rateMetric(
  block: BlockId,
  id: string,
  title: string,
  has: (criterion: TbCriterion) => boolean,
): MeanMetric<TutorBenchSample> {
  return {
    kind: 'mean',
    ...{ id, block, title },
    explain:
      `Good outcomes among the rated criteria of “${title}”, pooled over samples: met for a positive weight, not met for a ` +
      'negative one, each counted once.',
    ...percent,
    observe: (results) =>
      readResults(results).flatMap(({ sample, trials }) => {
        if (!sample.criteria.some(has)) return [];
        const { rate, n } = passRate(trials.flatMap((trial) => trial.filter(has)));
        return { unit: sample.id, value: rate, weight: n };
      }),
  };
}

const scoreBlocks: ReadonlySet<string> = new Set<BlockId>(['headline', 'useCase', 'subject', 'modality', 'bloom']);

export function tutorBenchStatisticOfMean(
  metadata: Pick<MetricMetadata, 'block' | 'unit'>,
): StatisticOfMean | undefined {
  const { block = '', unit } = metadata;
  const isScore = unit === 'percent' && scoreBlocks.has(block);
  return isScore ? { of: (mean) => 100 * clip(mean), linear: { from: 0, to: 1, slope: 100 } } : undefined;
}

/** No score while the tutor cannot see some images: the others would be a different set (paper: N/A). */
function scoresOf(readings: readonly ResultReading[], clipped: boolean): readonly Observation[] {
  const unseen = readings.some((reading) => reading.unseen);
  return readings.map(({ sample, raw }) => ({
    unit: sample.id,
    value: unseen || raw === undefined ? undefined : clipped ? clip(raw) : raw,
  }));
}

/** Left out until a criterion with one of these tags is rated. */
export function tutorBenchPictures(results: readonly SampleResult<TutorBenchSample>[]): readonly MetricBarsPicture[] {
  const rated = results.flatMap(({ sample, repeats }) => repeats.flatMap((repeat) => ratedCriteria(sample, repeat)));
  if (!rated.some(({ met, skill, dimensions }) => met !== undefined && (skill ?? dimensions[0]) !== undefined))
    return [];
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
