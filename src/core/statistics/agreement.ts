import { sum } from './sum';
/** What judge and person said about the same reply; undefined without a usable verdict. */
export type RatedPair<T> = readonly [judge: T | undefined, human: T | undefined];

/** The pairs with both verdicts. A number that is not finite is no verdict. */
function completePairs<T>(pairs: readonly RatedPair<T>[]): (readonly [judge: T, human: T])[] {
  const usable = (value: T | undefined): value is T =>
    value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
  return pairs.flatMap(([judge, human]) => (usable(judge) && usable(human) ? [[judge, human] as const] : []));
}

/** Labels are compared by identity: 1 and "1" differ. */
export type Label = string | number | boolean;

/** A value over the `n` complete pairs; undefined for none. */
interface AgreementValue {
  readonly n: number;
  readonly value: number | undefined;
}

/** Share of complete pairs in which judge and human agree, 0..1. */
export function agreementRatio(pairs: readonly RatedPair<Label>[]): AgreementValue {
  return meanOver(pairs, (judge, human) => Number(judge === human));
}

/** Mean absolute difference between judge and human, in score units. */
export function averageDeviation(pairs: readonly RatedPair<number>[]): AgreementValue {
  return meanOver(pairs, (judge, human) => Math.abs(judge - human));
}

function meanOver<T>(pairs: readonly RatedPair<T>[], of: (judge: T, human: T) => number): AgreementValue {
  const complete = completePairs(pairs);
  const n = complete.length;
  return { n, value: n === 0 ? undefined : sum(complete.map((pair) => of(...pair))) / n };
}

/** Pearson's correlation of the complete pairs; undefined for fewer than two or where a side has no spread. */
export function pearson(pairs: readonly RatedPair<number>[]): number | undefined {
  const complete = completePairs(pairs);
  // Checked on the values: sums of squares of equal decimals may not be exactly 0.
  const spreads = [0, 1].every((side) => complete.some((pair) => pair[side] !== complete[0]?.[side]));
  if (!spreads) return undefined;
  const meanX = sum(complete.map(([x]) => x)) / complete.length;
  const meanY = sum(complete.map(([, y]) => y)) / complete.length;
  const xx = sum(complete.map(([x]) => (x - meanX) ** 2));
  const yy = sum(complete.map(([, y]) => (y - meanY) ** 2));
  const xy = sum(complete.map(([x, y]) => (x - meanX) * (y - meanY)));
  const correlation = xy / (Math.sqrt(xx) * Math.sqrt(yy));
  return Number.isFinite(correlation) ? Math.min(1, Math.max(-1, correlation)) : undefined;
}
