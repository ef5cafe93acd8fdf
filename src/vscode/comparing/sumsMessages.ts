import type { SumsPart } from '../../core/compare/sumsHelper';

/** To the thread that draws sums. */
export interface ToSums {
  readonly id: number;
  readonly part: SumsPart;
}

/** From it: the sums of each figure. */
export interface FromSums {
  readonly id: number;
  readonly sums: readonly Float64Array<ArrayBuffer>[];
}
