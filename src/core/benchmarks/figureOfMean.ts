/**
 * A derived metric that is a function of the mean of its units' numbers. Naming it spares the building of resamples; the figure is the
 * same. Each use is checked against the metric's own `estimate` on the data at hand, which is used where the two differ.
 */
export interface FigureOfMean {
  readonly of: (mean: number) => number;
  /** Between these values of every unit the figure is `slope` times the mean. */
  readonly linear: { readonly from: number; readonly to: number; readonly slope: number };
}
