import type { ExchangePlan, ResamplePlan } from '../../core/compare/sumsHelper';
import type { UnitFeatures } from '../../core/statistics/unitSums';

/** To the thread that adds up. `opened` is the id of the message that opened the figures. */
export type ToSums =
  | { readonly kind: 'open'; readonly id: number; readonly figures: readonly UnitFeatures[] }
  | { readonly kind: 'draw'; readonly id: number; readonly opened: number; readonly plan: ResamplePlan }
  | {
      readonly kind: 'exchange';
      readonly id: number;
      readonly figures: readonly UnitFeatures[];
      readonly plan: ExchangePlan;
    };

/** From it: the words of a resample, the sums of each figure, or that these figures are not open any more. */
export type FromSums =
  | { readonly kind: 'gone'; readonly id: number }
  | { readonly kind: 'opened'; readonly id: number; readonly stride: number }
  | { readonly kind: 'sums'; readonly id: number; readonly sums: readonly Float64Array<ArrayBuffer>[] };
