import { meanOf } from '../../benchmark/meanOf';
import {
  derivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
  type DerivedMetric,
} from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { dimensionsOf, dimensionTitles, generationJudgeIds, type GenerationDimension } from './generationDimensions';
import { isErroneous, type EcSample, type GenSample, type KmpSkillsSample, type SkillTask } from './samples';
import {
  correctedShare,
  f1Of,
  f1Parts,
  literalParts,
  literalScoreOf,
  meanOverPlays,
  mrScoreOf,
  mrScoreParts,
  passedShare,
  sharesOf,
  yesOf,
  type CorrectedShares,
} from './skillScores';

/** Blocks in the order of the paper's Table 2. */
export const skillBlocks = [
  { id: 'fqa', title: 'Follow-up problem solving' },
  { id: 'ec', title: 'Error detection and correction' },
  { id: 'gen_followup', title: 'Problem generation: follow-up' },
  { id: 'gen_similar', title: 'Problem generation: similar' },
] as const;

type Head = Pick<MetricHead, 'id' | 'title' | 'explain' | 'judges'>;
type ResultOf<Task extends SkillTask> = SampleResult<Extract<KmpSkillsSample, { task: Task }>>;

const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;

function resultsOf<Task extends SkillTask>(
  results: readonly SampleResult<KmpSkillsSample>[],
  task: Task,
): readonly ResultOf<Task>[] {
  return results.filter(({ sample }) => sample.task === task) as unknown as readonly ResultOf<Task>[];
}

function mean<Task extends SkillTask>(
  task: Task,
  head: Head,
  valueOf: (result: ResultOf<Task>) => number | undefined,
  applies: (result: ResultOf<Task>) => boolean = () => true,
): MeanMetric<KmpSkillsSample> {
  return {
    kind: 'mean',
    ...head,
    block: task,
    ...percent,
    observe: (results) =>
      resultsOf(results, task)
        .filter(applies)
        .map((result) => ({ unit: result.sample.id, value: valueOf(result) })),
  };
}

/** A figure of the error task that is no mean. */
function derived<Shares>(
  head: Head,
  sharesIn: (result: SampleResult<EcSample>) => Shares | undefined,
  figure: Pick<DerivedMetric<KmpSkillsSample, Shares>, 'estimate' | 'parts'>,
  isShown: (policy: ProtocolPolicy) => boolean = () => true,
): MetricDefinition<KmpSkillsSample> {
  return derivedMetric<KmpSkillsSample, Shares>({
    ...head,
    block: 'ec',
    ...percent,
    observe: (results, policy) =>
      isShown(policy)
        ? resultsOf(results, 'ec').map((result) => ({ unit: result.sample.id, value: sharesIn(result) }))
        : [],
    ...figure,
  });
}

const questions = ['First', 'Second', 'Third'];

const socratic =
  'A prompt that forbids the tutor to solve anything scores low here; that is expected and no defect of the prompt.';

/** The third comes first, as it is the one that the paper prints. */
const solvingMetrics = [3, 1, 2].map((turn) =>
  mean(
    'fqa',
    {
      id: `fqa_turn_${turn}`,
      title: `${questions[turn - 1] ?? ''} question solved${turn === 3 ? ' (headline)' : ''}`,
      explain: `Share of chains whose question ${turn} has the right final answer, whatever happened at the others. ${socratic}`,
      judges: ['solution'],
    },
    (result) => meanOverPlays(result, (play) => yesOf(play, 'solution', turn)),
  ),
);

const mrJudges = ['claim', 'reason'];
const isWrong = ({ sample }: SampleResult<EcSample>): boolean => isErroneous(sample);

const errorMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [
  derived(
    {
      id: 'f1',
      title: 'F1 of error detection',
      explain:
        'Harmonic mean of two accuracies: right first wrong step on wrong solutions, and “correct” on right ones (as in ProcessBench).',
      judges: ['claim'],
    },
    (result) => sharesOf(result, false),
    { estimate: f1Of, parts: f1Parts },
  ),
  mean(
    'ec',
    {
      id: 'correction_accuracy',
      title: 'Correction accuracy',
      explain:
        'Share of wrong solutions whose corrected solution, asked for in the second turn, is complete and right.',
      judges: ['correction'],
    },
    correctedShare,
    isWrong,
  ),
  derived(
    {
      id: 'mr_score',
      title: 'MR-Score',
      explain:
        '0.2 × max(0, MCC of “is it correct?”) + 0.3 × step accuracy + 0.5 × reason accuracy, times 100 (as in MR-GSM8K). ' +
        'Wrong solutions without a reason in the data are left out.',
      judges: mrJudges,
    },
    (result) => sharesOf(result, true),
    { estimate: (values) => mrScoreOf(values), parts: mrScoreParts },
  ),
  derived(
    {
      id: 'mr_score_literal',
      title: 'MR-Score, literal reading',
      explain:
        'MR-Score with correction accuracy in the place of max(0, MCC), as the KMP paper words it. Shown on request.',
      judges: [...mrJudges, 'correction'],
    },
    (result): CorrectedShares | undefined => {
      const [shares, corrected] = [sharesOf(result, true), correctedShare(result)];
      return shares === undefined || corrected === undefined ? undefined : { ...shares, corrected };
    },
    { estimate: literalScoreOf, parts: literalParts },
    ({ literalMrScore }) => literalMrScore,
  ),
  mean(
    'ec',
    {
      id: 'step_accuracy',
      title: 'Step accuracy (ACC_step)',
      explain: 'Share of wrong solutions whose first wrong step the tutor names.',
      judges: ['claim'],
    },
    (result) => sharesOf(result, false)?.step,
    isWrong,
  ),
  mean(
    'ec',
    {
      id: 'reason_accuracy',
      title: 'Reason accuracy (ACC_reason)',
      explain: 'Share of wrong solutions whose first wrong step the tutor names and explains rightly.',
      judges: mrJudges,
    },
    (result) => sharesOf(result, true)?.reason,
    isWrong,
  ),
  mean(
    'ec',
    {
      id: 'correct_accuracy',
      title: 'Right solutions recognised',
      explain: 'Share of right solutions that the tutor calls right.',
      judges: ['claim'],
    },
    (result) => sharesOf(result, false)?.step,
    (result) => !isWrong(result),
  ),
  mean(
    'ec',
    {
      id: 'correction_accuracy_all',
      title: 'Correction accuracy, right solutions included',
      explain: 'Share of all solutions, wrong and right ones, whose solution in the second turn is complete and right.',
      judges: ['correction'],
    },
    correctedShare,
  ),
];

function generationMetrics(task: GenSample['task']): readonly MetricDefinition<KmpSkillsSample>[] {
  const judges = [generationJudgeIds[task]];
  const all = dimensionsOf(task);
  const rate = (head: Head, turns: readonly number[], dimensions: readonly GenerationDimension[] = all) =>
    mean(task, head, (result) =>
      meanOverPlays(result, (play) => meanOf(turns.map((turn) => passedShare(result.sample, play, turn, dimensions)))),
    );
  return [
    rate(
      {
        id: 'pass_rate',
        title: 'Pass rate of the last problem (headline)',
        explain: 'Mean over samples of the share of dimensions that the second generated problem passes.',
        judges,
      },
      [2],
    ),
    rate(
      {
        id: 'pass_rate_both',
        title: 'Pass rate of both problems',
        explain: 'Mean over samples of the share of dimensions passed, both generated problems averaged.',
        judges,
      },
      [1, 2],
    ),
    ...all.map((dimension) => {
      const explain = 'Share of last generated problems that pass this dimension; it fails unless established.';
      return rate({ id: dimension, title: dimensionTitles[dimension], explain, judges }, [2], [dimension]);
    }),
  ];
}

export const kmpSkillsMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [
  ...solvingMetrics,
  ...errorMetrics,
  ...generationMetrics('gen_followup'),
  ...generationMetrics('gen_similar'),
];
