/** Between the least and the most that is to be expected. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export function addRanges(ranges: readonly Range[]): Range {
  return {
    low: ranges.reduce((sum, { low }) => sum + low, 0),
    high: ranges.reduce((sum, { high }) => sum + high, 0),
  };
}

/** The sum of costs; `undefined` as soon as one is not known. */
export function addCosts(costs: readonly (Range | undefined)[]): Range | undefined {
  const known = costs.filter((cost) => cost !== undefined);
  return known.length < costs.length ? undefined : addRanges(known);
}
