import type {
  ComparisonRowView,
  ComparisonView,
  FlipDetail,
  FlipSampleView,
  FlipView,
} from '../../src/core/report/comparisonViewModel';
import type { FlipPlace, RunPair } from '../../src/protocol/messages';

export type FlipKind = FlipView['kind'];
export type ComparisonWord = ComparisonRowView['word'];

/** How far the asked-for comparison is. `none`: there are no two runs to compare, or nobody has chosen yet. */
export type CompareState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly runs: RunPair }
  | { readonly kind: 'failed'; readonly runs: RunPair; readonly problem: string }
  | { readonly kind: 'shown'; readonly runs: RunPair; readonly view: ComparisonView };

/** How far the opened flip is. */
export type OpenFlip =
  | { readonly kind: 'loading'; readonly place: FlipPlace }
  | { readonly kind: 'missing'; readonly place: FlipPlace }
  | { readonly kind: 'open'; readonly place: FlipPlace; readonly detail: FlipDetail };

/** A flip as it is listed: with its sample and its benchmark. */
export interface ListedFlip extends FlipView {
  readonly benchmark: string;
  readonly benchmarkTitle: string;
  readonly of: FlipSampleView;
}
