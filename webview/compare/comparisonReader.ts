import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { ComparisonAnswer, FlipPlace, FromPanel, RunPair } from '../../src/protocol/messages';
import { HistoryReader } from '../history/historyReader';
import type { Ask } from '../host';
import type { CompareState, OpenFlip } from './comparePage';

export function isSamePair(one: RunPair, other: RunPair): boolean {
  return (
    one.before === other.before &&
    one.after === other.after &&
    one.judges?.before === other.judges?.before &&
    one.judges?.after === other.judges?.after
  );
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
  readonly #ask: Ask;
  readonly #shown: (view: ComparisonView) => void;
  /** The history, which the view History shares. */
  readonly histories: HistoryReader;
  #comparison: CompareState = { kind: 'none' };
  #lastShown: RunPair | undefined;
  #flip: OpenFlip | undefined;

  /** `shown` hears of each view that has come. */
  constructor(post: (message: FromPanel) => void, ask: Ask, shown: (view: ComparisonView) => void) {
    this.#ask = ask;
    this.#shown = shown;
    this.histories = new HistoryReader(post, ask);
  }

  /** `undefined` while it is being read. */
  get history(): HistoryView | undefined {
    return this.histories.history;
  }

  get comparison(): CompareState {
    return this.#comparison;
  }

  /** The last pair that could be shown, else the suggested one, unless that is the one that failed. */
  get wayBack(): RunPair | undefined {
    const current = this.#comparison;
    if (current.kind === 'none') return undefined;
    return [this.#lastShown, this.history?.suggested].find(
      (pair) => pair !== undefined && !isSamePair(pair, current.runs),
    );
  }

  get flip(): OpenFlip | undefined {
    return this.#flip;
  }

  /** The pair to show: the reader's own, else the suggested one. Asks for it unless it is there or on its way. */
  want(chosen: RunPair | undefined): void {
    const runs = chosen ?? this.history?.suggested;
    if (runs === undefined || (this.#comparison.kind !== 'none' && isSamePair(this.#comparison.runs, runs))) return;
    this.ask(runs);
  }

  /** Asks for a pair, also for one that is shown: it may have changed. */
  ask(runs: RunPair): void {
    this.#comparison = { kind: 'loading', runs };
    this.askAgain();
  }

  /** Asks again for what is shown, which stays until the answer is there. */
  askAgain(): void {
    if (this.#comparison.kind === 'none') return;
    const { runs } = this.#comparison;
    const { before, after, judges } = runs;
    this.#ask({ kind: 'compare', before, after, ...(judges === undefined ? {} : { judges }) }, (answer) => {
      if (answer === undefined) return;
      const comparison = comparisonOf(runs, answer);
      this.#comparison = comparison;
      if (comparison.kind !== 'shown') return;
      this.#lastShown = runs;
      this.#shown(comparison.view);
    });
  }

  /** Asks for a flip's transcripts, or closes it. */
  open(place: FlipPlace | undefined): void {
    if (place === undefined) this.#flip = undefined;
    else if (this.#flip === undefined || !isSamePlace(this.#flip.place, place)) {
      this.#flip = { kind: 'loading', place };
      this.#ask({ kind: 'openFlip', flip: place }, (detail) => {
        if (this.#flip?.place !== place) return;
        this.#flip = detail === undefined ? { kind: 'missing', place } : { kind: 'open', place, detail };
      });
    }
  }
}

function comparisonOf(runs: RunPair, answer: ComparisonAnswer): CompareState {
  return 'problem' in answer
    ? { kind: 'failed', runs, problem: answer.problem }
    : { kind: 'shown', runs, view: JSON.parse(answer.view) as ComparisonView };
}
