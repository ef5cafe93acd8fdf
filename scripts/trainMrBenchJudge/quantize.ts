import type { Triple } from '../../src/core/benchmarks/mrbench/embedded/embeddedModel';

/** A value for each of the three classes. */
export function triple(valueOf: (kind: number) => number): Triple {
  return [valueOf(0), valueOf(1), valueOf(2)];
}

/** The step at which the value furthest from 0 is `most` steps away; 1 where all are 0. */
export function largestStep(values: Float64Array, most: number): number {
  const furthest = values.reduce((far, value) => Math.max(far, Math.abs(value)), 0);
  return furthest === 0 ? 1 : furthest / most;
}
