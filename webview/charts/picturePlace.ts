import type { BenchmarkReport } from '../../src/core/report/reportModel';
import type { ReportActions } from '../panelActions';
import type { ViewState } from '../viewState';

/** Where a picture stands and what it may cause. */
export interface PicturePlace {
  /** Unique on the page, the same in every snapshot of a run; fit for an `id`. */
  readonly key: string;
  readonly report: BenchmarkReport;
  /** Several judges: the picture says whose verdicts it shows. */
  readonly named: boolean;
  readonly view: ViewState;
  readonly actions: ReportActions;
}
