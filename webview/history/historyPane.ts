import type {
  DrawnSeries,
  HistoryRevisionView,
  HistorySeries,
  HistoryView,
} from '../../src/core/report/historyViewModel';
import type { Answers } from '../../src/protocol/messages';
import { RowList } from '../dom/rowList';
import type { PaneFrame } from '../panelActions';
import type { ViewState } from '../viewState';

/** The series, point and revision on show. Each falls back to one that exists. */
export interface HistoryChoice {
  readonly series: DrawnSeries | undefined;
  /** Index into the series’ points. */
  readonly point: number;
  readonly revision: HistoryRevisionView | undefined;
}

export function historyChoice(
  { series: all, runs, revisions }: HistoryView,
  view: ViewState['history'],
): HistoryChoice {
  const drawn = all.filter((one: HistorySeries): one is DrawnSeries => one.points !== undefined);
  const series = drawn.find(({ key }) => key === view.series) ?? drawn[0];
  const points = series?.points ?? [];
  const chosen = points.findIndex(({ run }) => runs[run]?.id === view.run);
  const point = chosen < 0 ? points.length - 1 : chosen;
  const run = runs.find(({ id }) => id === view.run) ?? runs[points[point]?.run ?? 0];
  const read = revisions.find(({ revision }) => revision === view.revision);
  return { series, point, revision: read ?? revisions[run?.revision ?? 0] ?? revisions[0] };
}

/** The drawn series and the one it is set against; `undefined` if it is drawn over time. */
export function axesOf(
  history: HistoryView,
  view: ViewState['history'],
): readonly [HistorySeries, HistorySeries] | undefined {
  const { series } = historyChoice(history, view);
  const against = series && othersOf(history, series).find(({ key }) => key === view.against);
  return series && against && [series, against];
}

/** Series that a series can be set against: by its judge, and better in one direction. */
export function othersOf({ series: all }: HistoryView, series: HistorySeries): readonly HistorySeries[] {
  const isDirected = ({ direction }: HistorySeries): boolean => direction === 'up' || direction === 'down';
  return all.filter(
    (one) => one.key !== series.key && one.judge === series.judge && isDirected(one) && isDirected(series),
  );
}

export class HistoryPane {
  readonly revisions: RowList<HistoryRevisionView>;
  /** `undefined` while it is being read. */
  history: HistoryView | undefined;
  /** `undefined` while revisions are compared. */
  tradeOff: Answers['tradeOff'] | undefined;
  #asked: { readonly keys: readonly string[]; readonly history: HistoryView | undefined } | undefined;

  constructor(readonly frame: PaneFrame<ViewState['history']>) {
    this.revisions = new RowList(frame, {
      name: 'revision',
      scroller: 'history',
      idOf: ({ revision }) => revision,
      // Moving along the list shows each revision; Enter opens its text.
      click: (revision) => frame.change({ revision }),
      open: (revision) => frame.post({ kind: 'openRevision', revision }),
      activate: (revision) => frame.change({ revision }),
    });
  }

  get view(): ViewState['history'] {
    return this.frame.view();
  }

  /** Until its points are there, the previous series stays drawn. */
  chooseSeries(key: string): void {
    this.frame.change({ series: key });
    this.frame.post({ kind: 'openSeries', key });
  }

  /** Call before drawing. `arrived`: the view has just come into sight, and the store may have changed. */
  follow(arrived: boolean): void {
    if (arrived) this.frame.post({ kind: 'openHistory', series: this.view.series });
    const { history, view } = this;
    const axes = history && axesOf(history, view);
    if (axes === undefined) return;
    const keys = [axes[0].key, axes[1].key] as const;
    const areSame = this.#asked?.keys.join() === keys.join();
    if (areSame && this.#asked?.history === history) return;
    if (!areSame) this.tradeOff = undefined;
    this.#asked = { keys, history };
    this.frame.ask({ kind: 'tradeOff', keys } as const, (answer) => {
      this.tradeOff = answer;
    });
  }
}
