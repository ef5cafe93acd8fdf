import { meanOf } from '../meanOf';
import { derivedMetric, type MeanMetric, type MetricDefinition, type Observation } from '../metric';
import type { RepeatResult, SampleResult } from '../sampleResult';
import { arrW, clip, clippedMean, passRate, type RatedCriterion } from './arrW';
import { judgeId } from './judgeForm';
import {
  bloomIds,
  bloomTitles,
  dimensionIds,
  dimensionTitles,
  modalityIds,
  modalityTitles,
  skillIds,
  skillTitles,
  subjectIds,
  useCaseIds,
  useCaseTitles,
} from './labels';
import { headlineId, otherSubjectId, passRateHead, scoreHead, unclippedHead, type MetricBlockId } from './metricHeads';
import type { TbCriterion, TutorBenchSample } from './samples';

type Result = SampleResult<TutorBenchSample>;

/** Scores come first, over all samples and by group; then the pass rates of criteria by tag. Empty groups observe nothing. */
export const tutorBenchMetrics: readonly MetricDefinition<TutorBenchSample>[] = [
  scoreMetric('headline', headlineId, 'Weighted rubric score (ARR_w)', () => true),
  {
    kind: 'mean',
    ...unclippedHead,
    observe: (results) => rawScores(results),
  },
  ...useCaseIds.map((id) => scoreMetric('useCase', id, useCaseTitles[id], ({ useCase }) => useCase === id)),
  ...subjectIds.map((id) => scoreMetric('subject', id, id, ({ subject }) => subject === id)),
  scoreMetric('subject', otherSubjectId, 'Other subjects', ({ subject }) => !subjectIds.some((id) => id === subject)),
  ...modalityIds.map((id) => scoreMetric('modality', id, modalityTitles[id], ({ modality }) => modality === id)),
  ...bloomIds.map((id) => scoreMetric('bloom', id, bloomTitles[id], ({ bloom }) => bloom === id)),
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

function scoreMetric(
  block: MetricBlockId,
  id: string,
  title: string,
  belongs: (sample: TutorBenchSample) => boolean,
): MetricDefinition<TutorBenchSample> {
  return derivedMetric<TutorBenchSample, number>({
    ...scoreHead(block, id, title),
    observe: (results, { clipPerSample }) =>
      rawScores(results.filter(({ sample }) => belongs(sample))).map(({ unit, value }) => ({
        unit,
        value: clipPerSample && value !== undefined ? clip(value) : value,
      })),
    estimate: (raws) => {
      const score = clippedMean(raws);
      return score === undefined ? undefined : 100 * score;
    },
  });
}

/**
 * The unclipped score of each sample, the mean of its scored plays. Nothing has a score when the tutor could not see the images of
 * one of them: a mean of the others would be that of another set (the paper prints N/A).
 */
function rawScores(results: readonly Result[]): readonly Observation[] {
  const unseen = results.some(({ repeats }) => repeats.some(({ dialogue }) => dialogue.status === 'notApplicable'));
  return results.map((result) => ({ unit: result.sample.id, value: unseen ? undefined : rawScore(result) }));
}

function rawScore({ sample, repeats }: Result): number | undefined {
  const raws = repeats.flatMap((repeat) => {
    const score = arrW(ratedCriteria(sample, repeat));
    return score.kind === 'scored' ? [score.raw] : [];
  });
  return meanOf(raws);
}

/** The criteria of a play with the judge's verdicts; all without one where there is no complete dialogue. */
export function ratedCriteria(
  { criteria }: TutorBenchSample,
  { dialogue, verdicts }: Pick<RepeatResult, 'dialogue' | 'verdicts'>,
): readonly (TbCriterion & RatedCriterion)[] {
  const labels = new Map(
    verdicts.flatMap(({ judge, status, criterionId, label }) =>
      judge === judgeId && status === 'ok' && typeof label === 'boolean' ? [[criterionId, label] as const] : [],
    ),
  );
  const known = dialogue.status === 'complete';
  return criteria.map((criterion) => ({ ...criterion, met: known ? labels.get(criterion.id) : undefined }));
}

function rateMetric(
  block: MetricBlockId,
  id: string,
  title: string,
  tagged: (criterion: TbCriterion) => boolean,
): MeanMetric<TutorBenchSample> {
  return {
    kind: 'mean',
    ...passRateHead(block, id, title),
    observe: (results) =>
      results
        .filter(({ sample }) => sample.criteria.some(tagged))
        .map(({ sample, repeats }): Observation => {
          const rated = repeats.flatMap((repeat) => ratedCriteria(sample, repeat).filter(tagged));
          const { n, rate } = passRate(rated);
          return { unit: sample.id, value: rate, weight: n };
        }),
  };
}
