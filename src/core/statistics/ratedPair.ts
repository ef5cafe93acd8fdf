/** What the judge and a person said about the same reply; undefined where one of them gave no usable verdict. */
export type RatedPair<T> = readonly [judge: T | undefined, human: T | undefined];

/** The pairs with both verdicts. A number that is not finite is no verdict. */
export function completePairs<T>(pairs: readonly RatedPair<T>[]): (readonly [judge: T, human: T])[] {
  const usable = (value: T | undefined): value is T =>
    value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
  return pairs.flatMap(([judge, human]) => (usable(judge) && usable(human) ? [[judge, human] as const] : []));
}
