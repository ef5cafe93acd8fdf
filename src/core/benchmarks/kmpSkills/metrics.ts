import type { Verdict } from '../../benchmark/judging/verdict';
import type { DerivedMetric, MetricDefinition, MetricMetadata } from '../../benchmark/metric';
import { meanOf, derivedMetric, percent } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import type { Part } from '../../statistics/hiddenSpread';
import { capitalized } from '../../text/countWords';
import { kmpSkillsChoice } from './policies';
import { predictionOf } from './solutionJudges';
import { dimensionsOf, type GenerationDimension, generationJudgeIds } from './generationJudges';
import { type EcSample, type GenSample, isErroneous, type KmpSkillsSample, type SkillTask } from './samples';

function meanOverTrials(
  { repeats }: Pick<SampleResult<unknown>, 'repeats'>,
  valueOf: (trial: RepeatResult) => number | undefined,
): number | undefined {
  return meanOf(repeats.map((trial) => (trial.dialogue.status === 'complete' ? valueOf(trial) : undefined)));
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

function yesOf(trial: RepeatResult, judge: string, turn: number): number | undefined {
  const label = usable(trial, judge, turn)?.label;
  return typeof label === 'boolean' ? Number(label) : undefined;
}

function correctedShare(result: SampleResult<EcSample>): number | undefined {
  return meanOverTrials(result, (trial) => yesOf(trial, 'correction', 2));
}

/**
 * A tutor's results on one solution as shares 0 to 1, averaged over its trials. `verdict`: correctly judged as right or
 * wrong. `step`: the right step, or "correct" for a correct solution. `reason`: right step and right reason; 0 for
 * correct solutions.
 */
interface DetectionShares extends Readonly<Record<'verdict' | 'step' | 'reason', number>> {
  readonly erroneous: boolean;
  readonly corrected?: number;
}

/**
 * A reply without a readable claim scores 0. Trials whose reader failed are left out. `withReason` also leaves out
 * trials without a needed verdict on the reason, and wrong solutions whose data has no reason.
 */
function sharesOf({ sample, repeats }: SampleResult<EcSample>, withReason: boolean): DetectionShares | undefined {
  const erroneous = isErroneous(sample);
  if (withReason && erroneous && sample.errorReason === undefined) return undefined;
  const trials = repeats.flatMap((trial) => {
    const claim = trial.dialogue.status === 'complete' ? usable(trial, 'claim', 1) : undefined;
    if (claim === undefined) return [];
    const named = predictionOf(claim);
    const isHit = named === sample.firstErrorStep;
    const reason = yesOf(trial, 'reason', 1);
    if (withReason && erroneous && isHit && reason === undefined) return [];
    const isRight = named !== undefined && (named !== -1) === erroneous;
    return [{ verdict: Number(isRight), step: Number(isHit), reason: erroneous && isHit ? (reason ?? 0) : 0 }];
  });
  const mean = (name: 'verdict' | 'step' | 'reason'): number => meanOf(trials.map((trial) => trial[name])) ?? 0;
  if (trials.length === 0) return undefined;
  return { erroneous, verdict: mean('verdict'), step: mean('step'), reason: mean('reason') };
}

type ShareName = Exclude<keyof DetectionShares, 'erroneous'>;
type AllShares = readonly DetectionShares[];

/** Over wrong or right solutions, by default in percent. */
function meanOver(shares: AllShares, erroneous: boolean, name: ShareName, scale = 100): number | undefined {
  const own = shares.flatMap((one) => (one.erroneous === erroneous ? [one[name] ?? 0] : []));
  return own.length === 0 ? undefined : (scale * own.reduce((sum, value) => sum + value, 0)) / own.length;
}

function partOf(shares: AllShares, erroneous: boolean, name: ShareName, slope: number): Part {
  const values = shares.map((one) => (one.erroneous === erroneous ? (one[name] ?? 0) : undefined));
  return { values, slope, scale: [0, 1] };
}

/** Harmonic mean of the step accuracies on wrong and right solutions, in percent; undefined unless both exist. */
export function f1Of(shares: AllShares): number | undefined {
  const [onErroneous, onCorrect] = [meanOver(shares, true, 'step'), meanOver(shares, false, 'step')];
  if (onErroneous === undefined || onCorrect === undefined) return undefined;
  const sum = onErroneous + onCorrect;
  return sum === 0 ? 0 : (2 * onErroneous * onCorrect) / sum;
}

/** The two accuracies behind F1, with its derivatives as slopes; at 0 and 0, the slopes for equal accuracies. */
function f1Parts(shares: AllShares): readonly Part[] {
  const [onErroneous = 0, onCorrect = 0] = [meanOver(shares, true, 'step'), meanOver(shares, false, 'step')];
  const slope = (other: number): number =>
    onErroneous + onCorrect === 0 ? 50 : 200 * (other / (onErroneous + onCorrect)) ** 2;
  return [partOf(shares, true, 'step', slope(onCorrect)), partOf(shares, false, 'step', slope(onErroneous))];
}

/** Matthews correlation for “the solution is correct”, −1 to 1; 0 if its denominator is 0. */
function mccOf(shares: AllShares): number {
  const sum = (erroneous: boolean, of: (verdict: number) => number): number =>
    shares.reduce((total, one) => (one.erroneous === erroneous ? total + of(one.verdict) : total), 0);
  const [tp, tn] = [sum(false, (right) => right), sum(true, (right) => right)];
  const [fn, fp] = [sum(false, (right) => 1 - right), sum(true, (right) => 1 - right)];
  const denominator = Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  return denominator === 0 ? 0 : (tp * tn - fp * fn) / denominator;
}

/** In percent; undefined without wrong solutions. `first` (0 to 1) replaces max(0, MCC). */
export function mrScoreOf(shares: AllShares, first = Math.max(0, mccOf(shares))): number | undefined {
  const [step, reason] = [meanOver(shares, true, 'step'), meanOver(shares, true, 'reason')];
  return step === undefined || reason === undefined ? undefined : 20 * first + 0.3 * step + 0.5 * reason;
}

function reasonParts(shares: AllShares): readonly Part[] {
  return [partOf(shares, true, 'step', 30), partOf(shares, true, 'reason', 50)];
}

/** In the order of the paper's Table 2. */
export const skillBlocks = [
  { id: 'fqa', title: 'Follow-up problem solving' },
  { id: 'ec', title: 'Error detection and correction' },
  { id: 'gen_followup', title: 'Problem generation: follow-up' },
  { id: 'gen_similar', title: 'Problem generation: similar' },
] as const;

type Metric = MetricDefinition<KmpSkillsSample>;
type Metadata = Pick<MetricMetadata, 'id' | 'title' | 'explain' | 'judges'>;
type ResultOf<Task extends SkillTask> = SampleResult<Extract<KmpSkillsSample, { task: Task }>>;

function resultsOf<Task extends SkillTask>(
  results: readonly SampleResult<KmpSkillsSample>[],
  task: Task,
): readonly ResultOf<Task>[] {
  return results.filter(({ sample }) => sample.task === task) as unknown as readonly ResultOf<Task>[];
}

interface MeanOf<Task extends SkillTask> extends Metadata {
  readonly value: (result: ResultOf<Task>) => number | undefined;
  readonly applies?: (result: ResultOf<Task>) => boolean;
}

function mean<Task extends SkillTask>(block: Task, { value, applies = () => true, ...metadata }: MeanOf<Task>): Metric {
  return {
    kind: 'mean',
    ...metadata,
    block,
    ...percent,
    observe: (results) =>
      resultsOf(results, block)
        .filter(applies)
        .map((result) => ({ unit: result.sample.id, value: value(result) })),
  };
}

interface DetectionMetric
  extends Metadata, Pick<DerivedMetric<KmpSkillsSample, DetectionShares>, 'estimate' | 'parts'> {
  readonly value: (result: SampleResult<EcSample>) => DetectionShares | undefined;
  readonly isShown?: (policy: ProtocolPolicy) => boolean;
}

function derived({ value, isShown = () => true, ...metric }: DetectionMetric): Metric {
  return derivedMetric<KmpSkillsSample, DetectionShares>({
    ...metric,
    block: 'ec',
    ...percent,
    observe: (results, policy) =>
      resultsOf(isShown(policy) ? results : [], 'ec').map((result) => {
        return { unit: result.sample.id, value: value(result) };
      }),
  });
}

const socratic =
  'A prompt that forbids the tutor to solve anything scores low here; that is expected and not a defect of the prompt.';

/** The third comes first, because the paper prints it. */
const solvingMetrics = [3, 1, 2].map((turn) =>
  mean('fqa', {
    id: `fqa_turn_${turn}`,
    title: `${['First', 'Second', 'Third'][turn - 1] ?? ''} question solved${turn === 3 ? ' (headline)' : ''}`,
    explain: `Share of chains whose question ${turn} has the right final answer, whatever happened at the others. ${socratic}`,
    judges: ['solution'],
    value: (result) => meanOverTrials(result, (trial) => yesOf(trial, 'solution', turn)),
  }),
);

const isWrong = ({ sample }: SampleResult<EcSample>): boolean => isErroneous(sample);

const errorMetrics: readonly Metric[] = [
  derived({
    id: 'f1',
    title: 'F1 of error detection',
    explain:
      'Harmonic mean of two accuracies: right first wrong step on wrong solutions, and “correct” on right ones (as in ProcessBench).',
    judges: ['claim'],
    value: (result) => sharesOf(result, false),
    estimate: f1Of,
    parts: f1Parts,
  }),
  mean('ec', {
    id: 'correction_accuracy',
    title: 'Correction accuracy',
    explain: 'Share of wrong solutions whose corrected solution, asked for in the second turn, is complete and right.',
    judges: ['correction'],
    value: correctedShare,
    applies: isWrong,
  }),
  derived({
    id: 'mr_score',
    title: 'MR-Score',
    explain:
      '0.2 × max(0, MCC of “is it correct?”) + 0.3 × step accuracy + 0.5 × reason accuracy, times 100 (as in MR-GSM8K). ' +
      'Wrong solutions without a reason in the data are left out.',
    judges: ['claim', 'reason'],
    value: (result) => sharesOf(result, true),
    estimate: (shares) => mrScoreOf(shares),
    // Near its ends the MCC changes as fast as the recall of either class.
    parts: (shares) => [...[true, false].map((one) => partOf(shares, one, 'verdict', 20)), ...reasonParts(shares)],
  }),
  derived({
    id: 'mr_score_literal',
    title: 'MR-Score, literal reading',
    explain: 'MR-Score with correction accuracy instead of max(0, MCC), as the KMP paper defines it. Shown on request.',
    judges: ['claim', 'reason', 'correction'],
    value: (result) => {
      const [shares, corrected] = [sharesOf(result, true), correctedShare(result)];
      return shares === undefined || corrected === undefined ? undefined : { ...shares, corrected };
    },
    estimate: (shares) => mrScoreOf(shares, meanOver(shares, true, 'corrected', 1)),
    parts: (shares) => [...reasonParts(shares), partOf(shares, true, 'corrected', 20)],
    isShown: (policy) => kmpSkillsChoice(policy, 'literalMrScore'),
  }),
  mean('ec', {
    id: 'step_accuracy',
    title: 'Step accuracy (ACC_step)',
    explain: 'Share of wrong solutions whose first wrong step the tutor names.',
    judges: ['claim'],
    value: (result) => sharesOf(result, false)?.step,
    applies: isWrong,
  }),
  mean('ec', {
    id: 'reason_accuracy',
    title: 'Reason accuracy (ACC_reason)',
    explain: 'Share of wrong solutions whose first wrong step the tutor names and explains correctly.',
    judges: ['claim', 'reason'],
    value: (result) => sharesOf(result, true)?.reason,
    applies: isWrong,
  }),
  mean('ec', {
    id: 'correct_accuracy',
    title: 'Right solutions recognised',
    explain: 'Share of right solutions that the tutor calls right.',
    judges: ['claim'],
    value: (result) => sharesOf(result, false)?.step,
    applies: (result) => !isWrong(result),
  }),
  mean('ec', {
    id: 'correction_accuracy_all',
    title: 'Correction accuracy, right solutions included',
    explain: 'Share of all solutions, wrong and right ones, whose solution in the second turn is complete and right.',
    judges: ['correction'],
    value: correctedShare,
  }),
];

function generationMetrics(task: GenSample['task']): readonly Metric[] {
  const judge = generationJudgeIds[task];
  const all = dimensionsOf(task);
  const passed = (
    trial: RepeatResult,
    turn: number,
    dimensions: readonly GenerationDimension[],
  ): number | undefined => {
    const labels = dimensions.map((dimension) => usable(trial, judge, turn, dimension)?.label);
    return meanOf(labels.map((label) => (label === 'pass' ? 1 : label === 'fail' ? 0 : undefined)));
  };
  const rate = (id: string, title: string, explain: string, turns = [2], dimensions = all): Metric =>
    mean(task, {
      ...{ id, title, explain },
      judges: [judge],
      value: (result) =>
        meanOverTrials(result, (trial) => meanOf(turns.map((turn) => passed(trial, turn, dimensions)))),
    });
  const share = 'Mean over samples of the share of dimensions';
  return [
    rate('pass_rate', 'Pass rate of the last problem', `${share} that the second generated problem passes.`),
    rate('pass_rate_both', 'Pass rate of both problems', `${share} passed, both generated problems averaged.`, [1, 2]),
    ...all.map((dimension) => {
      const title = capitalized(dimension).replace('_', ' ');
      const explain =
        'Share of last generated problems that pass this dimension. It fails unless the judge can establish it.';
      return rate(dimension, title, explain, [2], [dimension]);
    }),
  ];
}

export const kmpSkillsMetrics: readonly Metric[] = [
  ...solvingMetrics,
  ...errorMetrics,
  ...generationMetrics('gen_followup'),
  ...generationMetrics('gen_similar'),
];
