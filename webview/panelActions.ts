import type { CaseImage } from '../src/core/results/reportModel';
import type { CardPlace } from '../src/core/results/trustModel';
import type { PanelAction } from '../src/protocol/panelState';
import type { CaseFilter, CaseSort } from './cases/caseFilter';

export const tabs = ['overview', 'cases', 'compare', 'history', 'judges'] as const;
export type Tab = (typeof tabs)[number];

/** What the views of a report may cause, in the panel and in an HTML report. Views are functions of state and these; they keep nothing. */
export interface ReportActions {
  showTab(tab: Tab): void;
  filter(change: Partial<CaseFilter>): void;
  clearFilter(): void;
  /** Lists cases by a fresh filter. */
  showCases(filter: Partial<CaseFilter>): void;
  /** Shows the trust card of a judge in the view Judges; absent where there is no such view. */
  showCard?(place: CardPlace): void;
  /** Folds a group of metrics that is open, opens one that is folded. */
  toggleGroup(id: string, folded: boolean): void;
  /** Opens a case at the tutor's reply of a turn, counted from 1. */
  openTurn(id: string, turn: number): void;
  chooseLayer(picture: string, layer: string): void;
  /** Remembers the cell of a picture that has the focus. */
  activateCell(cell: string): void;
  /** Shows a picture of a case in full size. */
  enlarge(image: CaseImage): void;
  /** Asks a judge how failing replies fail; absent where nobody can be asked. */
  tagFailures?(): void;
}

/** What else the panel's views may cause. */
export interface PanelActions extends ReportActions {
  /** Asks the host for something. */
  run(action: PanelAction): void;
  copy(text: string): void;
  sort(order: CaseSort): void;
  openCase(id: string): void;
  /** Puts the focus back on the list; where there is no room for both, the case closes. */
  backToList(): void;
  closeCase(): void;
  toggleMenu(): void;
  labelReplies(): void;
}
