import type { HistoryRevisionView, HistoryView } from '../../src/core/report/historyViewModel';
import type { RunPair } from '../../src/protocol/messages';
import type { PaneFrame } from '../compare/comparePane';
import { RowList } from '../dom/rowList';
import { historyChoice, type HistoryActions, type HistoryPage } from './historyPage';
import type { HistoryReader } from './historyReader';
import type { HistoryViewState } from './historyViewState';
import { revisionRow, revisionValues, type RevisionValues } from './revisionRow';

/** Pixels; two lines where the panel is narrow. Kept in step with styles/history.css. */
const rowHeight = { wide: 28, narrow: 48 } as const;

/** The view History: keeps its list and the reader's way through it. */
export class HistoryPane {
  readonly #frame: PaneFrame<HistoryViewState>;
  readonly #reader: HistoryReader;
  readonly #compare: (pair: RunPair) => void;
  #list: RowList<HistoryRevisionView> | undefined;
  #values: RevisionValues = new Map();
  #valued: readonly [HistoryView | undefined, string | undefined] = [undefined, undefined];
  #wasThere = false;
  /** Key of the chosen series whose points are on their way; until they are there, the one before it stays drawn. */
  #awaited: string | undefined;

  /** `compare` shows two runs in the view Compare. */
  constructor(frame: PaneFrame<HistoryViewState>, reader: HistoryReader, compare: (pair: RunPair) => void) {
    this.#frame = frame;
    this.#reader = reader;
    this.#compare = compare;
  }

  readonly #actions: HistoryActions = {
    send: (message) => this.#frame.post(message),
    chooseSeries: (series) => this.#chooseSeries(series),
    pointAt: (run, revision) => this.#frame.change({ run, revision }),
    chooseRevision: (revision) => this.#frame.change({ revision }),
    openTable: (tableOpen) => this.#frame.change({ tableOpen }),
    compare: (pair) => this.#compare(pair),
  };

  /** Asks for what the view needs. Call before it is drawn; `arrived`: it was not in sight before. */
  follow(arrived: boolean): void {
    this.#reader.want(arrived, this.#awaited ?? this.#frame.view().series);
    if (this.#awaited === undefined || !this.#reader.hasPoints(this.#awaited)) return;
    this.#frame.remember({ series: this.#awaited });
    this.#awaited = undefined;
  }

  #chooseSeries(series: string): void {
    const isThere = this.#reader.hasPoints(series);
    this.#awaited = isThere ? undefined : series;
    if (isThere) this.#frame.change({ series });
    else this.#reader.wantPoints(series);
  }

  page(): HistoryPage {
    return {
      history: this.#reader.history,
      view: this.#frame.view(),
      attachList: this.#attachList,
      rememberScroll: (scroll) => this.#frame.remember({ scroll }),
      actions: this.#actions,
    };
  }

  /** Call after the page was drawn: fills the list and puts both scrolling boxes where they were. */
  drawn(): void {
    const { history } = this.#reader;
    const view = this.#frame.view();
    if (history !== undefined) this.#fill(history, view);
    const isThere = this.#list !== undefined;
    if (isThere && !this.#wasThere) {
      document.getElementById('history')?.scrollTo(0, view.scroll);
      this.#list?.scrollTo(view.listScroll);
    }
    this.#wasThere = isThere;
  }

  #fill(history: HistoryView, view: HistoryViewState): void {
    const { series, revision } = historyChoice(history, view);
    if (this.#valued[0] !== history || this.#valued[1] !== series?.key) {
      this.#valued = [history, series?.key];
      this.#values = revisionValues(history, series);
    }
    this.#list?.update({
      rows: history.revisions,
      activeId: revision?.revision,
      className: 'revision-rows',
      draw: (one, place) =>
        revisionRow(one, this.#values.get(place.index), {
          ...place,
          open: one === revision,
          onOpen: () => this.#actions.chooseRevision(one.revision),
        }),
    });
  }

  readonly #attachList = (element: Element | undefined): void => {
    if (!(element instanceof HTMLElement)) {
      this.#list = undefined;
      return;
    }
    const options = { name: 'revision', idOf: ({ revision }: HistoryRevisionView) => revision, rowHeight };
    this.#list = new RowList(element, this.#frame.view().listScroll, options, {
      // Moving along the list reads each revision: Enter leads to its text.
      open: (revision) => this.#frame.post({ kind: 'openRevision', revision }),
      activate: (revision) => this.#actions.chooseRevision(revision),
      scrolled: (listScroll) => this.#frame.remember({ listScroll }),
    });
  };
}
