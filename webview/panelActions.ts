import type { PanelAction } from '../src/protocol/panelState';
import type { CaseFilter, CaseSort } from './cases/caseFilter';
import type { MetricValue } from './reportTypes';
import type { Tab } from './viewState';

/** What a view may cause. Views are functions of state and these; they keep nothing. */
export interface PanelActions {
  /** Asks the host for something. */
  run(action: PanelAction): void;
  copy(text: string): void;
  showTab(tab: Tab): void;
  filter(change: Partial<CaseFilter>): void;
  clearFilter(): void;
  sort(order: CaseSort): void;
  /** Cases of a benchmark that fail a judge of the metric. */
  showFailures(benchmark: string, metric: MetricValue): void;
  toggleGroup(id: string): void;
  openCase(id: string): void;
  /** Puts the focus back on the list; where there is no room for both, the case closes. */
  backToList(): void;
  closeCase(): void;
  toggleMenu(): void;
}
