import type { FigureOfMean } from '../figureOfMean';
import { derivedMetric, type MeanMetric, type MetricDefinition, type MetricHead, type Observation } from '../metric';
import { clip, clippedMean } from './arrW';
import { criterionTags, type CriterionTag } from './criterionTags';
import { bloomIds, bloomTitles, modalityIds, modalityTitles, subjectIds, useCaseIds, useCaseTitles } from './labels';
import { headlineId, otherSubjectId, passRateHead, scoreHead, unclippedHead, type MetricBlockId } from './metricHeads';
import { readResults, type ResultReading } from './resultReading';
import type { TutorBenchSample } from './samples';

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
