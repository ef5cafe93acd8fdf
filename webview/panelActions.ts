import type { CaseImage } from '../src/core/results/reportModel';
import type { CardKey } from '../src/core/results/trustModel';
import type { FromPanel, RunPair } from '../src/protocol/messages';
import type { PanelAction } from '../src/protocol/panelState';
import type { CaseFilter, CaseSort } from './cases/caseFilter';
import type { ListPage } from './dom/rowList';
import type { Ask } from './host';

export const tabs = ['overview', 'cases', 'rules', 'compare', 'history', 'judges'] as const;
export type Tab = (typeof tabs)[number];

/** What the views may trigger, in the panel and in an HTML report. The views themselves keep no state. */
export interface ReportActions {
  showTab(tab: Tab): void;
  filter(change: Partial<CaseFilter>): void;
  clearFilter(): void;
  showCases(filter: Partial<CaseFilter>): void;
  /** Shows the trust card of a judge in the view Judges; absent where there is no such view. */
  showCard?(card: CardKey): void;
  /** Folds or unfolds. */
  toggle(id: string): void;
  /** Opens a case at the tutor's reply of a turn, counted from 1. */
  openTurn(id: string, turn: number): void;
  chooseLayer(picture: string, layer: string): void;
  enlarge(image: CaseImage): void;
  /** Absent where there is no editor, as the next one. */
  run?(action: PanelAction): void;
  post?(message: FromPanel): void;
}

export interface PanelActions extends ReportActions {
  run(action: PanelAction): void;
  post(message: FromPanel): void;
  copy(text: string): void;
  dismiss(key: string): void;
  /** Shows two runs in the view Compare. */
  compare(pair: RunPair): void;
  sort(order: CaseSort): void;
  openCase(id: string): void;
  /** Moves the focus back to the list. In a narrow panel it closes the case. */
  backToList(): void;
  closeCase(): void;
}

/** What a pane needs from the page. `State` is the pane's view state. */
export interface PaneFrame<State> extends ListPage {
  post(message: FromPanel): void;
  /** Like `Host.ask`, then draws. */
  readonly ask: Ask;
  view(): State;
  /** Keeps and draws. */
  change(change: Partial<State>): void;
  /** Keeps without drawing. */
  remember(change: Partial<State>): void;
  /** Whether the reader folded or unfolded something. */
  isToggled(id: string): boolean;
  toggle(id: string): void;
}
