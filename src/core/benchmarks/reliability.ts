import type { Label } from '../statistics/agreement';

/** What a person and a judge said about the same thing, as far as a benchmark's own reliability figures need it. */
export interface RatedDecision {
  readonly dimension: string;
  readonly sampleId: string;
  readonly tutor: string;
  readonly criterionId?: string;
  readonly human: Label;
  /** `undefined` where the judge gave no usable verdict. */
  readonly judge: Label | undefined;
  readonly reply: string;
}

/** A table of figures that a benchmark's paper reports of judges or people, beside those that every benchmark has. */
export interface ReliabilityTable {
  /** Its name in JSON. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  /** A cell is `undefined` where its figure is not defined. */
  readonly rows: readonly { readonly title: string; readonly cells: readonly (number | undefined)[] }[];
}
