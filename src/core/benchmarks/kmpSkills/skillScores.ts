import type { Part } from '../../statistics/hiddenSpread';
import type { Verdict } from '../../benchmark/judging/verdict';
import { meanOf } from '../../benchmark/meanOf';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import { predictionOf } from './errorJudges';
import { generationJudgeIds, type GenerationDimension } from './generationDimensions';
import { isErroneous, type EcSample, type GenSample } from './samples';

/** Mean over the plays of a sample that have a value; undefined without any. */
export function meanOverPlays(
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

export function yesOf(play: RepeatResult, judge: string, turn: number): number | undefined {
  const label = usable(play, judge, turn)?.label;
  return typeof label === 'boolean' ? Number(label) : undefined;
}

export function correctedShare(result: SampleResult<EcSample>): number | undefined {
  return meanOverPlays(result, (play) => yesOf(play, 'correction', 2));
}

export function passedShare(
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
}

export interface CorrectedShares extends DetectionShares {
  readonly corrected: number;
}

/**
 * A reply without a readable claim earns nothing, and plays whose reader failed are left out. With `withReason`, so are plays without
 * a verdict on a reason that had to be judged, and all of a wrong solution whose true reason the data does not give.
 */
export function sharesOf(
  { sample, repeats }: SampleResult<EcSample>,
  withReason: boolean,
): DetectionShares | undefined {
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
function meanOver<Shares extends DetectionShares>(
  shares: readonly Shares[],
  erroneous: boolean,
  of: (one: Shares) => number,
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

const stepOf = ({ step }: DetectionShares): number => step;
const reasonOf = ({ reason }: DetectionShares): number => reason;

function partOf<Shares extends DetectionShares>(
  shares: readonly Shares[],
  erroneous: boolean,
  of: (one: Shares) => number,
  slope: number,
): Part {
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
export function f1Parts(shares: readonly DetectionShares[]): readonly Part[] {
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
export function mrScoreParts(shares: readonly DetectionShares[]): readonly Part[] {
  const recalls = [true, false].map((erroneous) => partOf(shares, erroneous, ({ verdict }) => verdict, 20));
  return [...recalls, ...reasonParts(shares)];
}

function reasonParts(shares: readonly DetectionShares[]): readonly Part[] {
  return [partOf(shares, true, stepOf, 30), partOf(shares, true, reasonOf, 50)];
}

const correctedOf = ({ corrected }: CorrectedShares): number => corrected;

/** The MR-Score as the KMP paper words it: with the share of right corrections in the place of max(0, MCC). */
export function literalScoreOf(shares: readonly CorrectedShares[]): number | undefined {
  return mrScoreOf(shares, meanOver(shares, true, correctedOf, 1));
}

export function literalParts(shares: readonly CorrectedShares[]): readonly Part[] {
  return [...reasonParts(shares), partOf(shares, true, correctedOf, 20)];
}
