import type { Part } from '../../statistics/hiddenSpread';
import { generationDimensions, type GenerationDimension } from './generationDimensions';

/** Everything here is in percent except `mcc`, which is −1..1; undefined where there is nothing to divide by. */
type Figure = number | undefined;

/** One assessed solution: where its first error is and where the tutor says it is (−1: nowhere). */
export interface Detection {
  readonly label: number;
  /** Undefined for a reply without a readable claim, which counts as wrong. */
  readonly pred: number | undefined;
  /** Whether the tutor's reason was right; counts only behind the right step. */
  readonly reasonOk?: boolean | undefined;
}

/** One solution's detections as shares 0..1, the plays of a sample averaged. */
export interface DetectionShares {
  readonly erroneous: boolean;
  /** Rightly called correct or wrong. */
  readonly verdict: number;
  /** Exact prediction: the right step, or "correct" for a correct solution. */
  readonly step: number;
  /** Right step and right reason; 0 for correct solutions. */
  readonly reason: number;
}

/** With the correction of the same solution, for the reading of the MR-Score that uses it. */
export interface CorrectedShares extends DetectionShares {
  /** Right solutions in the second turn, 0..1. */
  readonly corrected: number;
}

/** A missing prediction (no readable claim) earns nothing. */
export function detectionShares({ label, pred, reasonOk }: Detection): DetectionShares {
  const erroneous = label !== -1;
  const hit = pred === label;
  return {
    erroneous,
    verdict: pred !== undefined && (pred !== -1) === erroneous ? 1 : 0,
    step: hit ? 1 : 0,
    reason: erroneous && hit && reasonOk === true ? 1 : 0,
  };
}

/** Verdicts on one generated problem; a dimension without a verdict is left out or undefined. */
export type GenerationVerdicts = Readonly<Partial<Record<GenerationDimension, 'pass' | 'fail' | undefined>>>;

/** Share of dimensions passed, 0..1, among those with a verdict. */
export function passShare(verdicts: GenerationVerdicts): number | undefined {
  const usable = generationDimensions
    .map((dimension) => verdicts[dimension])
    .filter((verdict) => verdict !== undefined);
  return usable.length === 0 ? undefined : usable.filter((verdict) => verdict === 'pass').length / usable.length;
}

/** Mean exact prediction over erroneous or over correct solutions. */
function stepAccuracyOf(shares: readonly DetectionShares[], erroneous: boolean): Figure {
  let hits = 0;
  let count = 0;
  for (const one of shares) {
    if (one.erroneous !== erroneous) continue;
    hits += one.step;
    count += 1;
  }
  return count === 0 ? undefined : (100 * hits) / count;
}

/** Harmonic mean of the step accuracies on wrong and on right solutions, in percent; undefined unless there are solutions of both. */
export function f1Of(shares: readonly DetectionShares[]): Figure {
  const onErroneous = stepAccuracyOf(shares, true);
  const onCorrect = stepAccuracyOf(shares, false);
  if (onErroneous === undefined || onCorrect === undefined) return undefined;
  const sum = onErroneous + onCorrect;
  return sum === 0 ? 0 : (2 * onErroneous * onCorrect) / sum;
}

/** The mean of a share over wrong or over right solutions, as a part of a figure that moves by `slope` with it. */
export function partOf<Shares extends DetectionShares>(
  shares: readonly Shares[],
  erroneous: boolean,
  of: (one: Shares) => number,
  slope: number,
): Part {
  return { values: shares.map((one) => (one.erroneous === erroneous ? of(one) : undefined)), slope, scale: [0, 1] };
}

/** The two accuracies that F1 is made of, with its derivatives as slopes; at 0 and 0 those along equal accuracies. */
export function f1Parts(shares: readonly DetectionShares[]): readonly Part[] {
  const [onErroneous = 0, onCorrect = 0] = [stepAccuracyOf(shares, true), stepAccuracyOf(shares, false)];
  const slope = (other: number): number =>
    onErroneous + onCorrect === 0 ? 50 : 200 * (other / (onErroneous + onCorrect)) ** 2;
  const step = ({ step: share }: DetectionShares): number => share;
  return [partOf(shares, true, step, slope(onCorrect)), partOf(shares, false, step, slope(onErroneous))];
}

/** The parts of an MR-Score that count steps and reasons. */
export function reasonParts(shares: readonly DetectionShares[]): readonly Part[] {
  return [partOf(shares, true, ({ step }) => step, 30), partOf(shares, true, ({ reason }) => reason, 50)];
}

/** Its part for the MCC, which near its ends moves as much as the recall of either class. */
export function recallParts(shares: readonly DetectionShares[]): readonly Part[] {
  return [true, false].map((erroneous) => partOf(shares, erroneous, ({ verdict }) => verdict, 20));
}

/** Wrong solutions whose step and reason were both found, in percent; undefined without wrong solutions. */
function reasonAccuracyOf(shares: readonly DetectionShares[]): Figure {
  let hits = 0;
  let count = 0;
  for (const one of shares) {
    if (!one.erroneous) continue;
    hits += one.reason;
    count += 1;
  }
  return count === 0 ? undefined : (100 * hits) / count;
}

/** Matthews correlation on "is the solution correct?", correct being the positive class; 0 where its denominator is 0. */
function mccOf(shares: readonly DetectionShares[]): Figure {
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
  if (tp + fn + tn + fp === 0) return undefined;
  const denominator = Math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  return denominator === 0 ? 0 : (tp * tn - fp * fn) / denominator;
}

/** Wrong solutions whose correction is right, 0..1; undefined without wrong solutions. */
export function correctedShareOf(shares: readonly CorrectedShares[]): number | undefined {
  let sum = 0;
  let count = 0;
  for (const one of shares) {
    if (!one.erroneous) continue;
    sum += one.corrected;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

/** `first` (0..1) takes the place of max(0, MCC) where given: the reading in which the KMP paper words it. */
export function mrScoreOf(shares: readonly DetectionShares[], first?: number): Figure {
  const step = stepAccuracyOf(shares, true);
  const reason = reasonAccuracyOf(shares);
  if (step === undefined || reason === undefined) return undefined;
  return 20 * (first ?? Math.max(0, mccOf(shares) ?? 0)) + 0.3 * step + 0.5 * reason;
}
