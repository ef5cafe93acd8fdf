import type { Verdict } from '../../benchmark/judging/verdict';
import {
  meanOf,
  derivedMetric,
  type DerivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
} from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import type { Part } from '../../statistics/hiddenSpread';
import { predictionOf } from './solutionJudges';
import { dimensionsOf, type GenerationDimension, generationJudgeIds } from './generationJudges';
import { type EcSample, type GenSample, isErroneous, type KmpSkillsSample, type SkillTask } from './samples';

function meanOverPlays(
  { repeats }: Pick<SampleResult<unknown>, 'repeats'>,
  valueOf: (play: RepeatResult) => number | undefined,
): number | undefined {
  return meanOf(repeats.map((play) => (play.dialogue.status === 'complete' ? valueOf(play) : undefined)));
}

function usable({ verdicts }: RepeatResult, judge: string, turn: number, criterionId?: string): Verdict | undefined {
  return verdicts.find(
    (verdict) =>
      verdict.judge === judge &&
      verdict.turn === turn &&
      verdict.criterionId === criterionId &&
      verdict.status === 'ok',
  );
}

function yesOf(play: RepeatResult, judge: string, turn: number): number | undefined {
  const label = usable(play, judge, turn)?.label;
  return typeof label === 'boolean' ? Number(label) : undefined;
}

function correctedShare(result: SampleResult<EcSample>): number | undefined {
  return meanOverPlays(result, (play) => yesOf(play, 'correction', 2));
}

function passedShare(
  { task }: GenSample,
  play: RepeatResult,
  turn: number,
  dimensions: readonly GenerationDimension[],
): number | undefined {
  const labels = dimensions.map((dimension) => usable(play, generationJudgeIds[task], turn, dimension)?.label);
  return meanOf(labels.map((label) => (label === 'pass' ? 1 : label === 'fail' ? 0 : undefined)));
}

/** What a tutor said of one solution as shares 0..1, the plays of a sample averaged. */
interface DetectionShares {
  readonly erroneous: boolean;
  /** Rightly called correct or wrong. */
  readonly verdict: number;
  /** The right step, or "correct" for a correct solution. */
  readonly step: number;
  /** Right step and right reason; 0 for correct solutions. */
  readonly reason: number;
  readonly corrected?: number;
}

/**
 * A reply without a readable claim earns nothing, and plays whose reader failed are left out. With `withReason`, so are plays without
 * a verdict on a reason that had to be judged, and all of a wrong solution whose true reason the data does not give.
 */
function sharesOf({ sample, repeats }: SampleResult<EcSample>, withReason: boolean): DetectionShares | undefined {
  const erroneous = isErroneous(sample);
  if (withReason && erroneous && sample.errorReason === undefined) return undefined;
  const plays = repeats.flatMap((play): DetectionShares[] => {
    const claim = play.dialogue.status === 'complete' ? usable(play, 'claim', 1) : undefined;
    if (claim === undefined) return [];
    const named = predictionOf(claim);
    const isHit = named === sample.firstErrorStep;
    const reason = yesOf(play, 'reason', 1);
    if (withReason && erroneous && isHit && reason === undefined) return [];
    const isRight = named !== undefined && (named !== -1) === erroneous;
    return [
      { erroneous, verdict: Number(isRight), step: Number(isHit), reason: erroneous && isHit ? (reason ?? 0) : 0 },
    ];
  });
  if (plays.length === 0) return undefined;
  const mean = (part: 'verdict' | 'step' | 'reason'): number => meanOf(plays.map((play) => play[part])) ?? 0;
  return { erroneous, verdict: mean('verdict'), step: mean('step'), reason: mean('reason') };
}

/** A share over wrong or over right solutions, by default in percent; undefined without any. Called for every resample. */
function meanOver(
  shares: readonly DetectionShares[],
  erroneous: boolean,
  of: ShareOf,
  scale = 100,
): number | undefined {
  let sum = 0;
  let count = 0;
  for (const one of shares) {
    if (one.erroneous !== erroneous) continue;
    sum += of(one);
    count += 1;
  }
  return count === 0 ? undefined : (scale * sum) / count;
}

type ShareOf = (shares: DetectionShares) => number;
const stepOf: ShareOf = ({ step }) => step;
const reasonOf: ShareOf = ({ reason }) => reason;
const correctedOf: ShareOf = ({ corrected = 0 }) => corrected;

function partOf(shares: readonly DetectionShares[], erroneous: boolean, of: ShareOf, slope: number): Part {
  return { values: shares.map((one) => (one.erroneous === erroneous ? of(one) : undefined)), slope, scale: [0, 1] };
}

/** Harmonic mean of the step accuracies on wrong and on right solutions, in percent; undefined unless there are solutions of both. */
export function f1Of(shares: readonly DetectionShares[]): number | undefined {
  const onErroneous = meanOver(shares, true, stepOf);
  const onCorrect = meanOver(shares, false, stepOf);
  if (onErroneous === undefined || onCorrect === undefined) return undefined;
  const sum = onErroneous + onCorrect;
  return sum === 0 ? 0 : (2 * onErroneous * onCorrect) / sum;
}

/** The two accuracies that F1 is made of, with its derivatives as slopes; at 0 and 0 those along equal accuracies. */
function f1Parts(shares: readonly DetectionShares[]): readonly Part[] {
  const [onErroneous = 0, onCorrect = 0] = [meanOver(shares, true, stepOf), meanOver(shares, false, stepOf)];
  const slope = (other: number): number =>
    onErroneous + onCorrect === 0 ? 50 : 200 * (other / (onErroneous + onCorrect)) ** 2;
  return [partOf(shares, true, stepOf, slope(onCorrect)), partOf(shares, false, stepOf, slope(onErroneous))];
}

/** Matthews correlation on "is the solution correct?", −1..1, correct being the positive class; 0 where its denominator is 0. */
function mccOf(shares: readonly DetectionShares[]): number {
  let [tp, fn, tn, fp] = [0, 0, 0, 0];
  for (const { erroneous, verdict } of shares) {
    if (erroneous) {
      tn += verdict;
      fp += 1 - verdict;
    } else {
      tp += verdict;
      fn += 1 - verdict;
    }
  }
  const denominator = Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  return denominator === 0 ? 0 : (tp * tn - fp * fn) / denominator;
}

/** In percent; undefined without wrong solutions. `first` (0..1) takes the place of max(0, MCC) where given. */
export function mrScoreOf(shares: readonly DetectionShares[], first = Math.max(0, mccOf(shares))): number | undefined {
  const step = meanOver(shares, true, stepOf);
  const reason = meanOver(shares, true, reasonOf);
  return step === undefined || reason === undefined ? undefined : 20 * first + 0.3 * step + 0.5 * reason;
}

/** The parts of an MR-Score; near its ends the MCC moves as much as the recall of either class. */
function mrScoreParts(shares: readonly DetectionShares[]): readonly Part[] {
  const recalls = [true, false].map((erroneous) => partOf(shares, erroneous, ({ verdict }) => verdict, 20));
  return [...recalls, ...reasonParts(shares)];
}

function reasonParts(shares: readonly DetectionShares[]): readonly Part[] {
  return [partOf(shares, true, stepOf, 30), partOf(shares, true, reasonOf, 50)];
}

/** The MR-Score as the KMP paper words it: with the share of right corrections in the place of max(0, MCC). */
function literalScoreOf(shares: readonly DetectionShares[]): number | undefined {
  return mrScoreOf(shares, meanOver(shares, true, correctedOf, 1));
}

function literalParts(shares: readonly DetectionShares[]): readonly Part[] {
  return [...reasonParts(shares), partOf(shares, true, correctedOf, 20)];
}

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

function derived(
  head: Head,
  sharesIn: (result: SampleResult<EcSample>) => DetectionShares | undefined,
  figure: Pick<DerivedMetric<KmpSkillsSample, DetectionShares>, 'estimate' | 'parts'>,
  isShown: (policy: ProtocolPolicy) => boolean = () => true,
): MetricDefinition<KmpSkillsSample> {
  return derivedMetric<KmpSkillsSample, DetectionShares>({
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
    (result) => {
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
      const title = `${dimension.charAt(0).toUpperCase()}${dimension.slice(1).replace('_', ' ')}`;
      const explain = 'Share of last generated problems that pass this dimension; it fails unless established.';
      return rate({ id: dimension, title, explain, judges }, [2], [dimension]);
    }),
  ];
}

export const kmpSkillsMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [
  ...solvingMetrics,
  ...errorMetrics,
  ...generationMetrics('gen_followup'),
  ...generationMetrics('gen_similar'),
];
