import { criticalValue, studentCritical } from '../../src/core/statistics/quantiles';

const z = criticalValue(0.95);

/** Of one reply, 0 to 100 each: what people say it is worth, and what the judge says. */
export interface ScoredReply {
  readonly tutor: string;
  readonly human: number;
  readonly judge: number;
}

/** A score with half of the width of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly reach: number;
}

/** The judge's score as it is, and four corrections of it by labels of other tutors. */
export const correctionForms = {
  /** The judge's mean. */
  raw: (run, _others) => rawScore(run),
  /** Rogan and Gladen (Am. J. Epidemiology 107 (1978), 71-76): undoes the judge's hits and false alarms. */
  misclassification(run, others) {
    const raw = rawScore(run);
    const [h, j] = [others.map(({ human }) => human), others.map(({ judge }) => judge)];
    const slope = covariance(h, j) / covariance(h, h);
    const value = (raw.value - (mean(j) - slope * mean(h))) / slope;
    const rest = others.map(({ human, judge }) => judge - mean(j) - slope * (human - mean(h)));
    const ofLine =
      covariance(rest, rest) * (1 / h.length + (value - mean(h)) ** 2 / ((h.length - 1) * covariance(h, h)));
    return { value: onScale(value), reach: Math.hypot(raw.reach, z * Math.sqrt(ofLine)) / Math.abs(slope) };
  },
  predictionPowered,
  /** The same, shrunk towards the raw score as is best for the other tutors, each corrected by the rest. */
  shrunken(run, others) {
    const weights = Array.from({ length: 21 }, (_, step) => step / 20);
    const tried = [...byTutor(others)].map(([tutor, own]) => {
      const rest = others.filter((reply) => reply.tutor !== tutor);
      const [raw, full] = [rawScore(own), predictionPowered(own, rest)];
      return { raw, full, people: mean(own.map(({ human }) => human)) };
    });
    const misses = weights.map((weight) =>
      mean(tried.map(({ raw, full, people }) => Math.abs(between(raw, full, weight).value - people))),
    );
    const weight = weights[misses.indexOf(Math.min(...misses))] ?? 0;
    return between(rawScore(run), predictionPowered(run, others), weight);
  },
  /** Prediction-powered with tutors as the sample: the interval holds how much the gap differs from tutor to tutor. */
  betweenTutors(run, others) {
    const raw = rawScore(run);
    const gaps = [...byTutor(others).values()].map((own) => mean(own.map(({ human, judge }) => human - judge)));
    const spread = Math.sqrt(covariance(gaps, gaps) * (1 + 1 / gaps.length));
    return {
      value: onScale(raw.value + mean(gaps)),
      reach: Math.hypot(raw.reach, studentCritical(gaps.length - 1, 0.95) * spread),
    };
  },
} satisfies Readonly<Record<string, CorrectionForm>>;

/** Prediction-powered inference (Angelopoulos et al., Science 382 (2023), 669-674): adds people minus judge. */
function predictionPowered(run: readonly ScoredReply[], others: readonly ScoredReply[]): Estimate {
  const raw = rawScore(run);
  const gaps = others.map(({ human, judge }) => human - judge);
  return { value: onScale(raw.value + mean(gaps)), reach: Math.hypot(raw.reach, z * errorOfMean(gaps)) };
}

/** Replies by tutor, in order of appearance. */
export function byTutor<T extends { readonly tutor: string }>(
  replies: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const names = [...new Set(replies.map(({ tutor }) => tutor))];
  return new Map(names.map((name) => [name, replies.filter(({ tutor }) => tutor === name)]));
}

/** Of at least one number. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function covariance(left: readonly number[], right: readonly number[]): number {
  const [middle, other] = [mean(left), mean(right)];
  const products = left.map((value, place) => (value - middle) * ((right[place] ?? 0) - other));
  return products.reduce((sum, value) => sum + value, 0) / (left.length - 1);
}

function errorOfMean(values: readonly number[]): number {
  return Math.sqrt(covariance(values, values) / values.length);
}

function rawScore(run: readonly ScoredReply[]): Estimate {
  const said = run.map(({ judge }) => judge);
  return { value: mean(said), reach: z * errorOfMean(said) };
}

function between(from: Estimate, to: Estimate, weight: number): Estimate {
  const part = (key: keyof Estimate): number => (1 - weight) * from[key] + weight * to[key];
  return { value: part('value'), reach: part('reach') };
}

function onScale(value: number): number {
  return Math.min(100, Math.max(0, value));
}

type CorrectionForm = (run: readonly ScoredReply[], others: readonly ScoredReply[]) => Estimate;
