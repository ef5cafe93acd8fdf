import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { FlipPlace, FromPanel, RunPair, ToPanel } from '../../src/protocol/messages';
import { type HistoryAnswer, HistoryReader } from '../history/historyReader';
import type { Ask } from '../host';
import type { CompareState, OpenFlip } from './comparePage';

type Answer = HistoryAnswer | Extract<ToPanel, { readonly kind: 'comparison' }>;

function isSamePair(one: RunPair, other: RunPair): boolean {
  return (
    one.before === other.before &&
    one.after === other.after &&
    one.judges?.before === other.judges?.before &&
    one.judges?.after === other.judges?.after
  );
}

/** A host that chose the judges itself may name them in its answer. */
function isAnswerTo(asked: RunPair, answered: RunPair): boolean {
  return isSamePair(asked, asked.judges === undefined ? { ...answered, judges: undefined } : answered);
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
  readonly #ask: Ask;
  /** The history, which the view History shares. */
  readonly histories: HistoryReader;
  #comparison: CompareState = { kind: 'none' };
  #lastShown: RunPair | undefined;
  /** Pairs that were asked for and not waited for: their answers come too late. */
  #givenUp: RunPair[] = [];
  #flip: OpenFlip | undefined;

  constructor(post: (message: FromPanel) => void, ask: Ask) {
    this.#post = post;
    this.#ask = ask;
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
    const current = this.#comparison;
    this.#givenUp = this.#givenUp.filter((pair) => !isSamePair(pair, runs));
    // Of one that is shown another answer may be on its way, by other limits.
    const mayCome = current.kind === 'loading' || current.kind === 'shown';
    if (mayCome && !isSamePair(current.runs, runs)) this.#givenUp.push(current.runs);
    this.#comparison = { kind: 'loading', runs };
    const { before, after, judges } = runs;
    this.#post({ kind: 'compare', before, after, ...(judges === undefined ? {} : { judges }) });
  }

  /** The host is about to show this pair, of its own accord: a command of the editor brought the view forward. Others still come too late. */
  expect(runs: RunPair): void {
    this.#givenUp = this.#givenUp.filter((pair) => !isAnswerTo(pair, runs));
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

  /** Takes an answer. True when the host shows another pair than was asked for. */
  receive(message: Answer): boolean {
    switch (message.kind) {
      case 'history':
      case 'historyChanges':
        this.histories.receive(message);
        return false;
      case 'comparison':
        return this.#receiveComparison(message);
    }
  }

  #receiveComparison({ runs, view, problem }: Extract<Answer, { readonly kind: 'comparison' }>): boolean {
    const current = this.#comparison;
    const isOther = current.kind === 'none' || !isAnswerTo(current.runs, runs);
    if (isOther) {
      const late = this.#givenUp.find((pair) => isAnswerTo(pair, runs));
      if (late !== undefined) {
        if (view !== undefined || problem !== undefined) this.#givenUp = this.#givenUp.filter((pair) => pair !== late);
        return false;
      }
      if (current.kind === 'loading') {
        this.#givenUp.push(current.runs);
        // Asking for that pair made the host give up this one, if the two crossed.
        if (view === undefined && problem === undefined) {
          this.ask(runs);
          return true;
        }
      }
    }
    // The pair stays as it was asked for, so that it is not asked for again.
    const asked = isOther ? runs : current.runs;
    if (problem !== undefined) this.#comparison = { kind: 'failed', runs: asked, problem };
    else if (view === undefined) this.#comparison = { kind: 'loading', runs: asked };
    else this.#comparison = { kind: 'shown', runs: asked, view: JSON.parse(view) as ComparisonView };
    if (this.#comparison.kind === 'shown') this.#lastShown = asked;
    return isOther;
  }
}
