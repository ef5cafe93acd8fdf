import type {
  DrawnSeries,
  HistoryRevisionView,
  HistoryRunView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import type { FromPanel, RunPair } from '../../src/protocol/messages';
import type { PaneFrame } from '../compare/comparePane';
import { RowList } from '../dom/rowList';
import type { HistoryViewState } from '../viewState';
import type { HistoryReader } from './historyReader';
import { revisionRow, revisionValues } from './revisionRow';

/** Pixels; two lines where the panel is narrow. Kept in step with styles/history.css. */
const rowHeight = { wide: 28, narrow: 48 } as const;

/** What is drawn, pointed at and read, each falling back to what is there. */
export interface HistoryChoice {
  readonly series: DrawnSeries | undefined;
  /** Index into the series’ points. */
  readonly point: number;
  readonly run: HistoryRunView | undefined;
  readonly revision: HistoryRevisionView | undefined;
}

/** Finds what the reader chose in a history that may have changed since. */
export function historyChoice({ series: all, runs, revisions }: HistoryView, view: HistoryViewState): HistoryChoice {
  const drawn = all.filter((one: HistorySeries): one is DrawnSeries => one.points !== undefined);
  const series = drawn.find(({ key }) => key === view.series) ?? drawn[0];
  const points = series?.points ?? [];
  const chosen = points.findIndex(({ run }) => runs[run]?.id === view.run);
  const point = chosen < 0 ? points.length - 1 : chosen;
  const run = runs.find(({ id }) => id === view.run) ?? runs[points[point]?.run ?? 0];
  const read = revisions.find(({ revision }) => revision === view.revision);
  return { series, point, run, revision: read ?? revisions[run?.revision ?? 0] ?? revisions[0] };
}

/** The view History: keeps its list and the reader's way through it. */
export class HistoryPane {
  readonly #frame: PaneFrame<HistoryViewState>;
  readonly #reader: HistoryReader;
  /** Shows two runs in the view Compare. */
  readonly compare: (pair: RunPair) => void;
  #list: RowList<HistoryRevisionView> | undefined;
  #wasThere = false;
  /** Key of the chosen series whose points are on their way; until they are there, the one before it stays drawn. */
  #awaited: string | undefined;

  constructor(frame: PaneFrame<HistoryViewState>, reader: HistoryReader, compare: (pair: RunPair) => void) {
    this.#frame = frame;
    this.#reader = reader;
    this.compare = compare;
  }

  /** `undefined` while it is being read. */
  get history(): HistoryView | undefined {
    return this.#reader.history;
  }

  get view(): HistoryViewState {
    return this.#frame.view();
  }

  send(message: FromPanel): void {
    this.#frame.post(message);
  }

  chooseSeries(series: string): void {
    const isThere = this.#reader.hasPoints(series);
    this.#awaited = isThere ? undefined : series;
    if (isThere) this.#frame.change({ series });
    else this.#reader.wantPoints(series);
  }

  /** Points at a run of the chart; `revision` is read beside the list, that of the run unless given. */
  pointAt(run: string, revision?: string): void {
    this.#frame.change({ run, revision });
  }

  openTable(tableOpen: boolean): void {
    this.#frame.change({ tableOpen });
  }

  scrolled(scroll: number): void {
    this.#frame.remember({ scroll });
  }

  /** Asks for what the view needs. Call before it is drawn; `arrived`: it was not in sight before. */
  follow(arrived: boolean): void {
    this.#reader.want(arrived, this.#awaited ?? this.view.series);
    if (this.#awaited === undefined || !this.#reader.hasPoints(this.#awaited)) return;
    this.#frame.remember({ series: this.#awaited });
    this.#awaited = undefined;
  }

  /** Call after the page was drawn: fills the list and puts both scrolling boxes where they were. */
  drawn(): void {
    const { history, view } = this;
    if (history !== undefined && this.#list !== undefined) this.#fill(this.#list, history);
    const isThere = this.#list !== undefined;
    if (isThere && !this.#wasThere) {
      document.getElementById('history')?.scrollTo(0, view.scroll);
      this.#list?.scrollTo(view.listScroll);
    }
    this.#wasThere = isThere;
  }

  #fill(list: RowList<HistoryRevisionView>, history: HistoryView): void {
    const { series, revision: read } = historyChoice(history, this.view);
    const values = revisionValues(history, series);
    list.update({
      rows: history.revisions,
      activeId: read?.revision,
      className: 'revision-rows',
      draw: (one, place) => {
        const onOpen = (): void => this.#frame.change({ revision: one.revision });
        return revisionRow(one, values.get(place.index) ?? '', { ...place, open: one === read, onOpen });
      },
    });
  }

  readonly attachList = (element: Element | undefined): void => {
    if (!(element instanceof HTMLElement)) {
      this.#list = undefined;
      return;
    }
    const options = { name: 'revision', idOf: ({ revision }: HistoryRevisionView) => revision, rowHeight };
    this.#list = new RowList(element, this.view.listScroll, options, {
      // Moving along the list reads each revision: Enter leads to its text.
      open: (revision) => this.#frame.post({ kind: 'openRevision', revision }),
      activate: (revision) => this.#frame.change({ revision }),
      scrolled: (listScroll) => this.#frame.remember({ listScroll }),
    });
  };
}
