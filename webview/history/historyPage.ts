import type {
  DrawnSeries,
  HistoryPoint,
  HistoryRevisionView,
  HistoryRunView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import { formatValue } from '../text/formatValue';
import type { HistoryViewState } from './historyViewState';
import type { FromPanel, RunPair } from '../../src/protocol/messages';

/** What the view History may cause. */
export interface HistoryActions {
  send(message: FromPanel): void;
  chooseSeries(key: string): void;
  /** Points at a run of the chart; `revision` is read beside the list, that of the run unless given. */
  pointAt(runId: string, revision?: string): void;
  chooseRevision(revision: string): void;
  openTable(open: boolean): void;
  /** Shows two runs in the view Compare. */
  compare(pair: RunPair): void;
}

/** All that the view History is drawn from. */
export interface HistoryPage {
  /** `undefined` while it is being read. */
  readonly history: HistoryView | undefined;
  readonly view: HistoryViewState;
  readonly attachList: (element: Element | undefined) => void;
  readonly rememberScroll: (top: number) => void;
  readonly actions: HistoryActions;
}

/** What is drawn, pointed at and read, each falling back to what is there. */
export interface HistoryChoice {
  readonly series: DrawnSeries | undefined;
  /** Index into the series’ points. */
  readonly point: number;
  readonly run: HistoryRunView | undefined;
  readonly revision: HistoryRevisionView | undefined;
}

/** Finds what the reader chose in a history that may have changed since. */
export function historyChoice(history: HistoryView, view: HistoryViewState): HistoryChoice {
  const drawn = history.series.filter(hasPoints);
  const series = drawn.find(({ key }) => key === view.series) ?? longest(drawn);
  const points = series?.points ?? [];
  const chosen = points.findIndex(({ run }) => history.runs[run]?.id === view.run);
  const point = chosen < 0 ? points.length - 1 : chosen;
  const run = history.runs.find(({ id }) => id === view.run) ?? history.runs[points[point]?.run ?? 0];
  const revision =
    history.revisions.find(({ revision: id }) => id === view.revision) ??
    history.revisions[run?.revision ?? 0] ??
    history.revisions[0];
  return { series, point, run, revision };
}

function hasPoints(series: HistorySeries): series is DrawnSeries {
  return series.points !== undefined;
}

/** The first of those with the most points: what the prompt has been evaluated by most. */
function longest(all: readonly DrawnSeries[]): DrawnSeries | undefined {
  return all.reduce<DrawnSeries | undefined>(
    (best, one) => (best === undefined || one.count > best.count ? one : best),
    undefined,
  );
}

/** A point's value with its interval: `0.71, 0.60 to 0.80`. */
export function pointText({ unit }: HistorySeries, { value, low, high }: HistoryPoint): string {
  const range =
    low === undefined || high === undefined ? '' : `, ${formatValue(low, unit)} to ${formatValue(high, unit)}`;
  return formatValue(value, unit) + range;
}

/** A revision's name for people: its label, else the first digits of its hash. */
export function nameOf({ label, short }: HistoryRevisionView): string {
  return label ?? short;
}
