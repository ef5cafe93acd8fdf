/** What the judge and a person said about the same reply; undefined where one of them gave no usable verdict. */
export type RatedPair<T> = readonly [judge: T | undefined, human: T | undefined];

/** The pairs with both verdicts. A number that is not finite is no verdict. */
function completePairs<T>(pairs: readonly RatedPair<T>[]): (readonly [judge: T, human: T])[] {
  const usable = (value: T | undefined): value is T =>
    value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
  return pairs.flatMap(([judge, human]) => (usable(judge) && usable(human) ? [[judge, human] as const] : []));
}

/** A verdict as it is compared: by identity, so that 1 and "1" are two labels. */
export type Label = string | number | boolean;

/** A value over the `n` complete pairs; undefined for none. */
export interface AgreementValue {
  readonly n: number;
  readonly value: number | undefined;
}

/** Share of complete pairs in which judge and human say the same, 0..1. */
export function agreementRatio(pairs: readonly RatedPair<Label>[]): AgreementValue {
  const complete = completePairs(pairs);
  const n = complete.length;
  const same = complete.filter(([judge, human]) => judge === human).length;
  return { n, value: n === 0 ? undefined : same / n };
}

/** Mean absolute difference between judge and human, in score units. */
export function averageDeviation(pairs: readonly RatedPair<number>[]): AgreementValue {
  const complete = completePairs(pairs);
  const n = complete.length;
  const total = sum(complete.map(([judge, human]) => Math.abs(judge - human)));
  return { n, value: n === 0 ? undefined : total / n };
}

/** How often each judge label met each human label. `counts[row][column]`: row = human, column = judge, both in the order of `labels`. */
export interface ConfusionMatrix<L extends Label> {
  readonly labels: readonly L[];
  readonly counts: readonly (readonly number[])[];
  readonly n: number;
}

/** Counts of the complete pairs. `labels` sets the order and keeps labels that never occur; others follow as they turn up. */
export function confusionMatrix<L extends Label>(
  pairs: readonly RatedPair<L>[],
  labels: readonly L[] = [],
): ConfusionMatrix<L> {
  const complete = completePairs(pairs);
  const order = new Map<L, number>();
  for (const label of [...labels, ...complete.flatMap(([judge, human]) => [human, judge])]) {
    if (!order.has(label)) order.set(label, order.size);
  }
  const counts = Array.from(order, () => new Array<number>(order.size).fill(0));
  for (const [judge, human] of complete) {
    const row = counts[order.get(human) ?? -1];
    const column = order.get(judge);
    if (row !== undefined && column !== undefined) row[column] = (row[column] ?? 0) + 1;
  }
  return { labels: [...order.keys()], counts, n: complete.length };
}

/**
 * Cohen's kappa (unweighted), −1..1. Undefined without complete pairs and when chance agreement is 1 (both raters use one and
 * the same label only). A judge that always says the same to a varied gold has kappa 0: it does no better than chance.
 */
export function cohenKappa(pairs: readonly RatedPair<Label>[]): number | undefined {
  const { diagonal, rows, columns } = margins(confusionMatrix(pairs).counts);
  const n = sum(rows);
  const observed = n * sum(diagonal);
  const expected = rows.reduce((total, row, index) => total + row * (columns[index] ?? 0), 0);
  // Over whole numbers (both sides times n squared), so that the degenerate case is met exactly.
  return expected === n * n ? undefined : (observed - expected) / (n * n - expected);
}

/**
 * Mean over labels of F1 = 2tp / (2tp + fp + fn), 0..1, with the human verdict as the truth. Counts every label that occurs on
 * either side, as a label only the judge uses is a mistake too. Undefined without complete pairs.
 */
export function macroF1(pairs: readonly RatedPair<Label>[]): number | undefined {
  const { counts, n } = confusionMatrix(pairs);
  const { diagonal, rows, columns } = margins(counts);
  const scores = diagonal.map((hits, index) => (2 * hits) / ((rows[index] ?? 0) + (columns[index] ?? 0)));
  return n === 0 ? undefined : sum(scores) / scores.length;
}

function margins(counts: readonly (readonly number[])[]): { diagonal: number[]; rows: number[]; columns: number[] } {
  const width = counts.reduce((widest, row) => Math.max(widest, row.length), 0);
  return {
    diagonal: counts.map((row, index) => row[index] ?? 0),
    rows: counts.map(sum),
    columns: Array.from({ length: width }, (_, column) => sum(counts.map((row) => row[column] ?? 0))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Pearson's correlation of the complete pairs, −1..1. Undefined below two complete pairs or when one side has no spread:
 * there is nothing to correlate, which is not a correlation of 0.
 */
export function pearson(pairs: readonly RatedPair<number>[]): number | undefined {
  const complete = completePairs(pairs);
  // Asked of the values and not of the sums of squares: the mean of equal decimals may be off by a rounding error.
  const spreads = [0, 1].every((side) => complete.some((pair) => pair[side] !== complete[0]?.[side]));
  if (!spreads) return undefined;
  const meanX = sum(complete.map(([x]) => x)) / complete.length;
  const meanY = sum(complete.map(([, y]) => y)) / complete.length;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of complete) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  const correlation = xy / (Math.sqrt(xx) * Math.sqrt(yy));
  return Number.isFinite(correlation) ? Math.min(1, Math.max(-1, correlation)) : undefined;
}
