import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { RunPair } from '../../src/protocol/messages';
import type { PanelActions } from '../panelActions';
import type { CompareActions } from './compareActions';
import type { CompareState, ListedFlip, OpenFlip } from './compareTypes';
import type { CompareViewState } from './compareViewState';
import type { FlipIndex } from './flipIndex';

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
