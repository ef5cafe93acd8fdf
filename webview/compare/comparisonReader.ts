import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { FlipPlace, FromPanel, RunPair, ToPanel } from '../../src/protocol/messages';
import type { CompareState, OpenFlip } from './compareTypes';

type Answer = Extract<ToPanel, { readonly kind: 'history' | 'comparison' | 'flip' }>;

function isSamePair(one: RunPair | undefined, other: RunPair | undefined): boolean {
  return one?.before === other?.before && one?.after === other?.after;
}

function isSamePlace(one: FlipPlace, other: FlipPlace): boolean {
  return (
    one.beforeRun === other.beforeRun &&
    one.afterRun === other.afterRun &&
    one.beforeCase === other.beforeCase &&
    one.afterCase === other.afterCase
  );
}

/** Asks for the history, for a comparison and for an opened flip when they are wanted, and keeps the answers. */
export class ComparisonReader {
  readonly #post: (message: FromPanel) => void;
  #asked = false;
  #history: HistoryView | undefined;
  #comparison: CompareState = { kind: 'none' };
  #flip: OpenFlip | undefined;

  constructor(post: (message: FromPanel) => void) {
    this.#post = post;
  }

  /** `undefined` while it is being read. */
  get history(): HistoryView | undefined {
    return this.#history;
  }

  get comparison(): CompareState {
    return this.#comparison;
  }

  get flip(): OpenFlip | undefined {
    return this.#flip;
  }

  /** Asks once for the history. Call when a view that needs it comes into sight. */
  wantHistory(): void {
    if (this.#asked) return;
    this.#asked = true;
    this.#post({ kind: 'openHistory' });
  }

  /** The pair to show: the reader's own, else the suggested one. Asks for it unless it is there or on its way. */
  want(chosen: RunPair | undefined): void {
    const runs = chosen ?? this.#history?.suggested;
    if (runs === undefined || (this.#comparison.kind !== 'none' && isSamePair(this.#comparison.runs, runs))) return;
    this.ask(runs);
  }

  /** Asks for a pair, also for one that is shown: it may have changed. */
  ask(runs: RunPair): void {
    this.#comparison = { kind: 'loading', runs };
    this.#post({ kind: 'compare', before: runs.before, after: runs.after });
  }

  /** Asks for a flip's transcripts, or closes it. */
  open(place: FlipPlace | undefined): void {
    if (place === undefined) this.#flip = undefined;
    else if (this.#flip === undefined || !isSamePlace(this.#flip.place, place)) {
      this.#flip = { kind: 'loading', place };
      this.#post({ kind: 'openFlip', flip: place });
    }
  }

  /** Takes an answer. True when the host shows another pair than was asked for. */
  receive(message: Answer): boolean {
    switch (message.kind) {
      case 'history':
        this.#asked = true;
        this.#history = message.view;
        return false;
      case 'flip':
        if (this.#flip === undefined || !isSamePlace(this.#flip.place, message.flip)) return false;
        this.#flip =
          message.detail === undefined
            ? { kind: 'missing', place: message.flip }
            : { kind: 'open', place: message.flip, detail: message.detail };
        return false;
      case 'comparison':
        return this.#receiveComparison(message);
    }
  }

  #receiveComparison({ runs, view, problem }: Extract<Answer, { readonly kind: 'comparison' }>): boolean {
    const current = this.#comparison;
    const isOther = current.kind === 'none' || !isSamePair(current.runs, runs);
    // An answer that came too late: another pair was asked for since.
    if (isOther && current.kind === 'loading') return false;
    if (problem !== undefined) this.#comparison = { kind: 'failed', runs, problem };
    else this.#comparison = view === undefined ? { kind: 'loading', runs } : { kind: 'shown', runs, view };
    return isOther;
  }
}
