import {
  type MetricHead,
  type FigureOfMean,
  derivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type Observation,
} from '../metric';
import { judgeId } from './judges';
import {
  clip,
  clippedMean,
  criterionTags,
  type CriterionTag,
  readResults,
  type ResultReading,
  ratedCriteria,
} from './scores';
import { bloomIds, bloomTitles, modalityIds, modalityTitles, subjectIds, useCaseIds, useCaseTitles } from './labels';
import type { TutorBenchSample } from './samples';
import type { MetricBarsPicture } from '../picture';
import type { SampleResult } from '../sampleResult';

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
export type MetricBlockId = (typeof metricBlocks)[number]['id'];

const headlineId = 'ARR_w';
const unclippedId = 'ARR_w_unclipped';
/** Subjects that the paper does not have, together. */
const otherSubjectId = 'other';

const percent = { unit: 'percent', direction: 'up', judges: [judgeId] } as const;

/** Head of ARR_w over all samples or over those of one group. */
function scoreHead(block: MetricBlockId, id: string, title: string): MetricHead {
  const which = block === 'headline' ? 'all samples' : `samples of “${title}”`;
  return {
    id,
    block,
    title,
    explain:
      `Mean over ${which} of the weights of the criteria that are met, divided by the sum of the positive weights; clipped to 0..100 ` +
      'after averaging. Not available while the tutor cannot see the images of some of them.',
    scale: [0, 100],
    ...percent,
  };
}

/** Head of the mean before clipping. A sample can fall below -100 when its unwanted behaviours outweigh the rest. */
const unclippedHead: MetricHead = {
  id: unclippedId,
  block: 'headline',
  title: 'ARR_w before clipping',
  explain: 'The same mean without clipping: below 0 when unwanted behaviour costs more than the reply earns.',
  scale: [-100, 100],
  ...percent,
};

/** Head of the pass rate of the criteria with one tag. */
function passRateHead(block: MetricBlockId, id: string, title: string): MetricHead {
  return {
    id,
    block,
    title,
    explain:
      `Good outcomes among the rated criteria of “${title}”, pooled over samples: met for a positive weight, not met for a ` +
      'negative one, each counted once.',
    scale: [0, 100],
    ...percent,
  };
}

/** Scores come first, over all samples and by group; then the pass rates of criteria by tag. Empty groups observe nothing. */
export const tutorBenchMetrics: readonly MetricDefinition<TutorBenchSample>[] = [
  scoreMetric('headline', headlineId, 'Weighted rubric score (ARR_w)', () => true),
  {
    kind: 'mean',
    ...unclippedHead,
    observe: (results) => scoresOf(readResults(results), false),
  },
  ...useCaseIds.map((id) => scoreMetric('useCase', id, useCaseTitles[id], ({ useCase }) => useCase === id)),
  ...subjectIds.map((id) => scoreMetric('subject', id, id, ({ subject }) => subject === id)),
  scoreMetric('subject', otherSubjectId, 'Other subjects', ({ subject }) => !subjectIds.some((id) => id === subject)),
  ...modalityIds.map((id) => scoreMetric('modality', id, modalityTitles[id], ({ modality }) => modality === id)),
  ...bloomIds.map((id) => scoreMetric('bloom', id, bloomTitles[id], ({ bloom }) => bloom === id)),
  ...criterionTags.map(rateMetric),
];

function scoreMetric(
  block: MetricBlockId,
  id: string,
  title: string,
  belongs: (sample: TutorBenchSample) => boolean,
): MetricDefinition<TutorBenchSample> {
  return derivedMetric<TutorBenchSample, number>({
    ...scoreHead(block, id, title),
    observe: (results, { clipPerSample }) =>
      scoresOf(
        readResults(results).filter(({ sample }) => belongs(sample)),
        clipPerSample,
      ),
    estimate: (raws) => {
      const score = clippedMean(raws);
      return score === undefined ? undefined : 100 * score;
    },
  });
}

/** The scores average unclipped numbers and clip the mean to 0..1 (`clippedMean`), in percent. */
const clippedPercent: FigureOfMean = {
  of: (mean) => 100 * clip(mean),
  linear: { from: 0, to: 1, slope: 100 },
};

const scoreBlocks: ReadonlySet<string> = new Set<MetricBlockId>([
  'headline',
  'useCase',
  'subject',
  'modality',
  'bloom',
]);

/** How a score follows from the mean of its samples' numbers; `undefined` for a pass rate, which is a mean itself. */
export function tutorBenchFigureOfMean({
  block = '',
  unit,
}: Pick<MetricHead, 'block' | 'unit'>): FigureOfMean | undefined {
  return unit === 'percent' && scoreBlocks.has(block) ? clippedPercent : undefined;
}

/**
 * The score of each sample, the mean of its scored plays. Nothing has a score when the tutor could not see the images of one of them:
 * a mean of the others would be that of another set (the paper prints N/A).
 */
function scoresOf(readings: readonly ResultReading[], clipped: boolean): readonly Observation[] {
  const unseen = readings.some((reading) => reading.unseen);
  return readings.map(({ sample, raw }) => ({
    unit: sample.id,
    value: unseen || raw === undefined ? undefined : clipped ? clip(raw) : raw,
  }));
}

function rateMetric({ block, id, title }: CriterionTag, place: number): MeanMetric<TutorBenchSample> {
  return {
    kind: 'mean',
    ...passRateHead(block, id, title),
    observe: (results) => {
      const observations: Observation[] = [];
      for (const { sample, rates } of readResults(results)) {
        const rated = rates[place];
        if (rated !== undefined) observations.push({ unit: sample.id, value: rated.rate, weight: rated.n });
      }
      return observations;
    },
  };
}

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
