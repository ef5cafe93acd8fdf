import type { BeatenRuns } from '../compare/beatenRuns';
import type { HistoryRun, PromptHistory, PromptRevision } from '../history/promptHistory';
import type { SummarizedMetric } from '../store/runSummary';

/** A run's value of one metric, in the metric's unit. */
export interface HistoryPoint {
  readonly run: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly n: number;
  /** Whether tutor, placement and samples are those of the point before, so that a line may join the two. */
  readonly joins: boolean;
}

export interface HistorySeries extends Pick<SummarizedMetric, 'title' | 'unit' | 'direction' | 'scale' | 'band'> {
  readonly key: string;
  readonly benchmark: string;
  readonly group: string;
  readonly judge: string;
  readonly count: number;
  /** The oldest first; only of the series that is drawn. */
  readonly points?: readonly HistoryPoint[];
}

/** A revision by its latest run that has both metrics. */
export interface TradeOffPoint {
  readonly revision: string;
  readonly runId: string;
  readonly simulated: boolean;
  /** Across, and up. */
  readonly values: readonly [AxisValue, AxisValue];
  /** Index into the points. */
  readonly beatenBy?: number | undefined;
}

export type AxisValue = Pick<HistoryPoint, 'value' | 'low' | 'high' | 'n'>;

export interface TradeOffView extends Omit<BeatenRuns, 'by'> {
  /** Of the series across, and up. */
  readonly keys: readonly [string, string];
  /** The earliest revision first. */
  readonly points: readonly TradeOffPoint[];
  /** Revisions without such a run on the same samples with the same tutor, and those before the latest few. */
  readonly left: number;
}

export type DrawnSeries = HistorySeries & Required<Pick<HistorySeries, 'points'>>;

export interface HistoryRunView
  extends
    Pick<HistoryRun, 'id' | 'repliesAt' | 'createdAt' | 'status' | 'tutor' | 'judges'>,
    Partial<Pick<HistoryRun, 'rejudgedFrom' | 'purpose'>> {
  /** Index into `revisions`. */
  readonly revision: number;
  readonly statusText: string;
  readonly simulated: boolean;
  readonly benchmarks: readonly string[];
  /** Unfinished or not summarised yet, so it is in no series. */
  readonly unread: boolean;
}

/** What changed in a revision's text against the one evaluated before it; untrusted, bounded. */
export interface RevisionChangeView {
  readonly added: number;
  readonly removed: number;
  /** Changed lines with `+ ` or `− ` before them, the first ones. */
  readonly lines: readonly string[];
  readonly rules: readonly string[];
}

export interface HistoryRevisionView extends Pick<PromptRevision, 'revision' | 'pinned' | 'firstAt' | 'lastAt'> {
  /** The label, else what it changed, else when it was evaluated. */
  readonly title: string;
  /** Where the file stood in git, the latest first. `commit` is shortened. */
  readonly git: readonly { readonly commit?: string; readonly branch?: string; readonly dirty: boolean }[];
  /** Indexes into `runs`, the latest first. */
  readonly runs: readonly number[];
  /** The revision evaluated before it, which `change` is against; absent for the first. */
  readonly previous?: string;
  readonly change?: RevisionChangeView;
}

export interface HistoryView extends Pick<PromptHistory, 'prompt' | 'damaged' | 'problems'> {
  /** The last evaluated first. */
  readonly revisions: readonly HistoryRevisionView[];
  /** The latest replies first. */
  readonly runs: readonly HistoryRunView[];
  readonly series: readonly HistorySeries[];
  readonly suggested?: { readonly before: string; readonly after: string };
  readonly problem?: string;
}
