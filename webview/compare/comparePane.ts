import type { ComparisonRowView, ComparisonView, FlipDetail } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { FlipKey, RunPair } from '../../src/protocol/messages';
import { jumpTo } from '../dom/elements';
import { RowList } from '../dom/rowList';
import { lastResult } from '../lastResult';
import type { PaneFrame } from '../panelActions';
import type { ViewState } from '../viewState';
import { type FlipFilter, flipIndex, type FlipIndex, type ListedFlip } from './flipIndex';

/** State of the requested comparison. `none`: fewer than two runs, or no pair chosen yet. */
type CompareState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly runs: RunPair }
  | { readonly kind: 'failed'; readonly runs: RunPair; readonly problem: string }
  | { readonly kind: 'shown'; readonly runs: RunPair; readonly view: ComparisonView };

const noFlip = { openFlip: undefined, activeFlip: undefined, trial: 0 } as const;

function isSamePair(one: RunPair, other: RunPair): boolean {
  const keyOf = ({ before, after, judges }: RunPair): string =>
    JSON.stringify([before, after, judges?.before, judges?.after]);
  return keyOf(one) === keyOf(other);
}

/** Whether a run was made after both runs of a pair. Runs that this history lacks count as older. */
function isNewerThan({ runs }: HistoryView, id: string, pair: RunPair): boolean {
  const madeAt = (of: string): string => runs.find((run) => run.id === of)?.createdAt ?? '';
  return madeAt(id) > madeAt(pair.before) && madeAt(id) > madeAt(pair.after);
}

export class ComparePane {
  readonly flips: RowList<ListedFlip>;
  readonly #indexOf = lastResult(flipIndex);
  history: HistoryView | undefined;
  state: CompareState = { kind: 'none' };
  /** The last comparison that arrived. It also names runs that this prompt's history lacks. */
  lastShown: Extract<CompareState, { kind: 'shown' }> | undefined;
  /** The opened flip; `missing` from both runs. */
  flip: { readonly key: FlipKey; readonly detail: FlipDetail | 'loading' | 'missing' } | undefined;
  /** True once a run has ended that is newer than the pair that the reader chose. */
  hasNewerRun = false;

  constructor(readonly frame: PaneFrame<ViewState['compare']>) {
    this.flips = new RowList(frame, {
      name: 'flip',
      scroller: 'compare',
      idOf: ({ id }) => id,
      click: (id) => this.openFlip(id),
      open: (id) => this.openFlip(id),
      activate: (activeFlip) => frame.change({ activeFlip }),
    });
  }

  get view(): ViewState['compare'] {
    return this.frame.view();
  }

  /** The last shown pair, else the suggested one, but never the current pair. */
  get previousPair(): RunPair | undefined {
    const state = this.state;
    if (state.kind === 'none') return undefined;
    return [this.lastShown?.runs, this.history?.suggested].find((pair) => pair && !isSamePair(pair, state.runs));
  }

  get index(): FlipIndex {
    return this.#indexOf(this.state.kind === 'shown' ? this.state.view : undefined, this.view.flips);
  }

  get opened(): ListedFlip | undefined {
    return this.index.all.find(({ id }) => id === this.view.openFlip);
  }

  /** Shows the reader's pair. `undefined` goes back to the suggested pair, which follows new runs. */
  choose(pair: RunPair | undefined): void {
    this.hasNewerRun = false;
    this.frame.change({ pair, hostPair: false, ...noFlip });
  }

  dismissNewer(): void {
    this.hasNewerRun = false;
    this.frame.change({});
  }

  dismiss(note: string): void {
    this.frame.change({ dismissed: [...this.view.dismissed.slice(-99), note] });
  }

  retry(): void {
    if (this.state.kind !== 'none') this.#ask(this.state.runs);
    this.frame.change({});
  }

  filterFlips(change: Partial<FlipFilter>): void {
    this.frame.change({ flips: { ...this.view.flips, ...change } });
  }

  showFlipsOf(benchmark: string, { judges, title }: ComparisonRowView): void {
    this.filterFlips({ benchmark, judges, judgesTitle: title });
    this.frame.drawNow();
    jumpTo('flips-heading');
  }

  openFlip(id: string | undefined): void {
    this.frame.change({ openFlip: id, trial: 0, ...(id !== undefined && { activeFlip: id }) });
    this.frame.drawNow();
    if (id === undefined) this.flips.focus(this.view.activeFlip);
    else document.getElementById('flip-content')?.focus({ preventScroll: true });
  }

  /** Asks the host for what the view needs. Call before drawing. `arrived`: the view has just come into sight. */
  follow(arrived: boolean): void {
    if (arrived) this.frame.post({ kind: 'openHistory' });
    const runs = this.view.pair ?? this.history?.suggested;
    if (runs !== undefined && (this.state.kind === 'none' || !isSamePair(this.state.runs, runs))) this.#ask(runs);
    this.#followFlip();
  }

  show(pair: RunPair): void {
    const isThere = this.state.kind !== 'none' && isSamePair(this.state.runs, pair);
    if (!isThere) {
      this.hasNewerRun = false;
      this.frame.remember({ pair, hostPair: true, ...noFlip });
    }
    // A comparison that is already shown may be out of date.
    if (!isThere || this.state.kind !== 'loading') this.#ask(pair);
  }

  #ask(runs: RunPair): void {
    this.state = { kind: 'loading', runs };
    this.askAgain();
  }

  /** Asks again for the current pair. The old comparison stays until the answer arrives. */
  askAgain(): void {
    if (this.state.kind === 'none') return;
    const { runs } = this.state;
    this.frame.ask({ kind: 'compare', ...runs }, (answer) => {
      if (answer === undefined) return;
      if ('problem' in answer) {
        this.state = { kind: 'failed', runs, problem: answer.problem };
        return;
      }
      this.state = this.lastShown = { kind: 'shown', runs, view: JSON.parse(answer.view) as ComparisonView };
    });
  }

  #followFlip(): void {
    const { opened, state } = this;
    const trial = opened?.of.trials[this.view.trial] ?? opened?.of.trials[0];
    const runs = opened && state.kind === 'shown' ? state.runs : undefined;
    const cases = { beforeCase: trial?.before, afterCase: trial?.after };
    const key = runs && { beforeRun: runs.before, afterRun: runs.after, ...cases };
    if (JSON.stringify(this.flip?.key) === JSON.stringify(key)) return;
    this.flip = key && { key, detail: 'loading' };
    if (key === undefined) return;
    this.frame.ask({ kind: 'openFlip', flip: key }, (detail) => {
      if (this.flip?.key === key) this.flip = { key, detail: detail ?? 'missing' };
    });
  }

  /** After a run, the suggested pair replaces one that the host chose. The reader's own choice stays. */
  noticeNewer(): void {
    const { history } = this;
    const latest = history?.suggested?.after;
    const { pair, hostPair, seen } = this.view;
    if (history === undefined || latest === undefined || latest === seen) return;
    this.frame.remember({ seen: latest });
    if (seen === undefined || pair === undefined || !isNewerThan(history, latest, pair)) return;
    if (hostPair) this.frame.remember({ pair: undefined, hostPair: false, ...noFlip });
    else this.hasNewerRun = true;
  }
}
