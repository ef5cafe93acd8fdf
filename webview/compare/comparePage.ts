import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { RunPair, FromPanel, FlipPlace } from '../../src/protocol/messages';
import type { PanelActions } from '../panelActions';
import type { CompareViewState } from './compareViewState';
import type { FlipIndex, FlipFilter } from './flipIndex';
import type {
  ComparisonRowView,
  ComparisonView,
  FlipDetail,
  FlipSampleView,
  FlipView,
} from '../../src/core/report/comparisonViewModel';

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

/** All that the view Compare is drawn from. */
export interface ComparePage {
  readonly state: CompareState;
  /** `undefined` while it is being read. */
  readonly history: HistoryView | undefined;
  readonly view: CompareViewState;
  /** The pair that a failed comparison can give way to. */
  readonly wayBack: RunPair | undefined;
  /** A run has ended that is newer than the pair that the reader chose. */
  readonly isOutrun: boolean;
  readonly index: FlipIndex;
  /** The flip that the reader opened, and its transcripts as far as they are there. */
  readonly opened: ListedFlip | undefined;
  readonly flip: OpenFlip | undefined;
  readonly attachList: (element: Element | undefined) => void;
  readonly rememberScroll: (top: number) => void;
  readonly actions: CompareActions;
  /** For the parts of a case that are drawn as in the view Cases. */
  readonly panel: PanelActions;
}

/** What the view Compare may cause. */
export interface CompareActions {
  /** Asks the host for something that has no place in this page. */
  send(message: FromPanel): void;
  choose(pair: RunPair): void;
  /** From a comparison that cannot be made to the one shown before it, else to the suggested one. */
  back(): void;
  /** Leaves the reader's own pair for the suggested one, which goes with the runs. */
  showNewest(): void;
  /** Asks for the shown pair again. */
  retry(): void;
  filterFlips(change: Partial<FlipFilter>): void;
  /** Lists the flips that a metric is made of. */
  showFlipsOf(benchmark: string, row: ComparisonRowView): void;
  showOnlyCalled(only: boolean): void;
  openFlip(id: string | undefined): void;
  choosePlay(play: number): void;
  markWords(marked: boolean): void;
}
