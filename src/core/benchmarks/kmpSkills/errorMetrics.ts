import { derivedMetric, type MeanMetric, type MetricDefinition, type MetricHead } from '../metric';
import type { SampleResult } from '../sampleResult';
import { correctedShare, resultsOf, sharesOf } from './playVerdicts';
import { isErroneous, type EcSample, type KmpSkillsSample } from './samples';
import {
  correctedShareOf,
  f1Of,
  f1Parts,
  mrScoreOf,
  partOf,
  reasonParts,
  recallParts,
  type CorrectedShares,
  type DetectionShares,
} from './skillScores';

const shown = { block: 'ec', unit: 'percent', direction: 'up', scale: [0, 100] } as const;

type EcResult = SampleResult<EcSample>;
type Head = Pick<MetricHead, 'id' | 'title' | 'explain' | 'judges'>;

/** A plain mean over the wrong, the right or all solutions. */
function mean(
  head: Head,
  of: 'erroneous' | 'correct' | 'all',
  valueOf: (result: EcResult) => number | undefined,
): MeanMetric<KmpSkillsSample> {
  return {
    kind: 'mean',
    ...head,
    ...shown,
    observe: (results) =>
      resultsOf(results, 'ec')
        .filter(({ sample }) => of === 'all' || isErroneous(sample) === (of === 'erroneous'))
        .map((result) => ({ unit: result.sample.id, value: valueOf(result) })),
  };
}

const mrJudges = ['claim', 'reason'];

export const errorMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [
  derivedMetric<KmpSkillsSample, DetectionShares>({
    id: 'f1',
    title: 'F1 of error detection',
    explain:
      'Harmonic mean of two accuracies: right first wrong step on wrong solutions, and “correct” on right ones (as in ProcessBench).',
    judges: ['claim'],
    ...shown,
    observe: (results) =>
      resultsOf(results, 'ec').map((result) => ({ unit: result.sample.id, value: sharesOf(result, false) })),
    estimate: f1Of,
    parts: f1Parts,
  }),
  mean(
    {
      id: 'correction_accuracy',
      title: 'Correction accuracy',
      explain:
        'Share of wrong solutions whose corrected solution, asked for in the second turn, is complete and right.',
      judges: ['correction'],
    },
    'erroneous',
    correctedShare,
  ),
  derivedMetric<KmpSkillsSample, DetectionShares>({
    id: 'mr_score',
    title: 'MR-Score',
    explain:
      '0.2 × max(0, MCC of “is it correct?”) + 0.3 × step accuracy + 0.5 × reason accuracy, times 100 (as in MR-GSM8K). ' +
      'Wrong solutions without a reason in the data are left out.',
    judges: mrJudges,
    ...shown,
    observe: (results) =>
      resultsOf(results, 'ec').map((result) => ({ unit: result.sample.id, value: sharesOf(result, true) })),
    estimate: (values) => mrScoreOf(values),
    parts: (values) => [...recallParts(values), ...reasonParts(values)],
  }),
  derivedMetric<KmpSkillsSample, CorrectedShares>({
    id: 'mr_score_literal',
    title: 'MR-Score, literal reading',
    explain:
      'MR-Score with correction accuracy in the place of max(0, MCC), as the KMP paper words it. Shown on request.',
    judges: [...mrJudges, 'correction'],
    ...shown,
    observe: (results, policy) =>
      policy.literalMrScore
        ? resultsOf(results, 'ec').map((result) => ({ unit: result.sample.id, value: literalShares(result) }))
        : [],
    estimate: (values) => mrScoreOf(values, correctedShareOf(values)),
    parts: (values) => [...reasonParts(values), partOf(values, true, ({ corrected }) => corrected, 20)],
  }),
  mean(
    {
      id: 'step_accuracy',
      title: 'Step accuracy (ACC_step)',
      explain: 'Share of wrong solutions whose first wrong step the tutor names.',
      judges: ['claim'],
    },
    'erroneous',
    (result) => sharesOf(result, false)?.step,
  ),
  mean(
    {
      id: 'reason_accuracy',
      title: 'Reason accuracy (ACC_reason)',
      explain: 'Share of wrong solutions whose first wrong step the tutor names and explains rightly.',
      judges: mrJudges,
    },
    'erroneous',
    (result) => sharesOf(result, true)?.reason,
  ),
  mean(
    {
      id: 'correct_accuracy',
      title: 'Right solutions recognised',
      explain: 'Share of right solutions that the tutor calls right.',
      judges: ['claim'],
    },
    'correct',
    (result) => sharesOf(result, false)?.step,
  ),
  mean(
    {
      id: 'correction_accuracy_all',
      title: 'Correction accuracy, right solutions included',
      explain: 'Share of all solutions, wrong and right ones, whose solution in the second turn is complete and right.',
      judges: ['correction'],
    },
    'all',
    correctedShare,
  ),
];

function literalShares(result: EcResult): CorrectedShares | undefined {
  const shares = sharesOf(result, true);
  const corrected = correctedShare(result);
  return shares === undefined || corrected === undefined ? undefined : { ...shares, corrected };
}
