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

/** Accuracy at each turn of the chains, each turn on its own; undefined verdicts leave their turn. */
export function fqaAccuracy(items: readonly (readonly (boolean | undefined)[])[]): {
  readonly perTurn: readonly Figure[];
  readonly final: Figure;
} {
  const perTurn = [0, 1, 2].map((turn) => shareOfTrue(items.map((item) => item[turn])));
  return { perTurn, final: perTurn[2] };
}

/** Harmonic mean of the accuracies on erroneous and on correct solutions (ProcessBench). */
export function errorDetectionF1(items: readonly Detection[]): {
  readonly erroneousAccuracy: Figure;
  readonly correctAccuracy: Figure;
  readonly f1: Figure;
} {
  const shares = items.map(detectionShares);
  return {
    erroneousAccuracy: stepAccuracyOf(shares, true),
    correctAccuracy: stepAccuracyOf(shares, false),
    f1: f1Of(shares),
  };
}

/** 0.2 · max(0, MCC) + 0.3 · step accuracy + 0.5 · reason accuracy (MR-GSM8K). */
export function mrScore(items: readonly Detection[]): {
  readonly mcc: Figure;
  readonly stepAccuracy: Figure;
  readonly reasonAccuracy: Figure;
  readonly mrScore: Figure;
} {
  const shares = items.map(detectionShares);
  return {
    mcc: mccOf(shares),
    stepAccuracy: stepAccuracyOf(shares, true),
    reasonAccuracy: reasonAccuracyOf(shares),
    mrScore: mrScoreOf(shares),
  };
}

/** Share of erroneous solutions whose corrected solution is right. */
export function correctionAccuracy(
  items: readonly { readonly label: number; readonly correctionOk: boolean | undefined }[],
): Figure {
  return shareOfTrue(items.filter(({ label }) => label !== -1).map(({ correctionOk }) => correctionOk));
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

/** Mean over problems of the share of dimensions passed, and the pass rate of each dimension. */
export function generationPassRate(items: readonly GenerationVerdicts[]): {
  readonly n: number;
  readonly passRate: Figure;
  readonly byDimension: Readonly<Partial<Record<GenerationDimension, number>>>;
} {
  const shares = items.flatMap((item) => passShare(item) ?? []);
  const dimensions = [...new Set(items.flatMap((item) => Object.keys(item) as GenerationDimension[]))];
  const byDimension = dimensions.flatMap((dimension) => {
    const labels = items.map((item) => item[dimension]).filter((label) => label !== undefined);
    const rate = shareOfTrue(labels.map((label) => label === 'pass'));
    return rate === undefined ? [] : [[dimension, rate] as const];
  });
  const passRate =
    shares.length === 0 ? undefined : (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
  return { n: shares.length, passRate, byDimension: Object.fromEntries(byDimension) };
}

function shareOfTrue(values: readonly (boolean | undefined)[]): Figure {
  const usable = values.filter((value) => value !== undefined);
  return usable.length === 0 ? undefined : (100 * usable.filter(Boolean).length) / usable.length;
}

/** Mean exact prediction over erroneous or over correct solutions. */
export function stepAccuracyOf(shares: readonly DetectionShares[], erroneous: boolean): Figure {
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

/** Wrong solutions whose step and reason were both found, in percent; undefined without wrong solutions. */
export function reasonAccuracyOf(shares: readonly DetectionShares[]): Figure {
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
export function mccOf(shares: readonly DetectionShares[]): Figure {
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

/** `first` (0..1) takes the place of max(0, MCC) where given: the reading in which the KMP paper words it. */
export function mrScoreOf(shares: readonly DetectionShares[], first?: number): Figure {
  const step = stepAccuracyOf(shares, true);
  const reason = reasonAccuracyOf(shares);
  if (step === undefined || reason === undefined) return undefined;
  return 20 * (first ?? Math.max(0, mccOf(shares) ?? 0)) + 0.3 * step + 0.5 * reason;
}
