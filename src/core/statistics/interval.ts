/** A two-sided interval in the unit of its estimate; `level` is the confidence as a share, e.g. 0.95. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}
