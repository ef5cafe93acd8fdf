import type { RunPair, ToPanel } from '../../protocol/messages';
import type { PairToCompare } from './comparisonJob';

type Limits = Pick<PairToCompare, 'margin' | 'smallest'>;

/** Where comparisons come from. */
export interface ComparisonSource {
  /** The limits that the settings name now. */
  readonly limits: Limits;
  /** The view as JSON, by those limits. Rejects when the signal is aborted. */
  view(runs: RunPair, signal: AbortSignal): Promise<string>;
  /** Takes note of a pair that could not be compared, and says why to the reader. */
  problemOf(runs: RunPair, error: unknown): string;
}

/** What Compare is told. */
export type ComparisonMessage = Extract<ToPanel, { kind: 'comparison' }>;

/** The pair that Compare shows: sent when asked for, and again when a limit of comparisons is another one. */
export class OpenComparison {
  readonly #source: ComparisonSource;
  readonly #post: (message: ComparisonMessage) => void;
  #comparing = new AbortController();
  #compared: { readonly runs: RunPair; readonly limits: Limits } | undefined;

  constructor(source: ComparisonSource, post: (message: ComparisonMessage) => void) {
    this.#source = source;
    this.#post = post;
  }

  /** The pair that is shown, or was last; `undefined` before the first. */
  get runs(): RunPair | undefined {
    return this.#compared?.runs;
  }

  /** Shows a pair, whether or not the panel asked for it. Never rejects. */
  async show(runs: RunPair): Promise<void> {
    this.#post({ kind: 'comparison', runs, view: undefined });
    await this.#send(runs);
  }

  /** To be called when the settings may name other limits: what is in sight is compared by them. Never rejects. */
  async measure(): Promise<void> {
    if (this.#compared === undefined) return;
    const { runs, limits } = this.#compared;
    const { margin, smallest } = this.#source.limits;
    // What is shown stays until then: the reader has not asked for anything.
    if (limits.margin !== margin || limits.smallest !== smallest) await this.#send(runs);
  }

  dispose(): void {
    this.#comparing.abort();
  }

  async #send(runs: RunPair): Promise<void> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    this.#compared = { runs, limits: this.#source.limits };
    try {
      const view = await this.#source.view(runs, signal);
      if (!signal.aborted) this.#post({ kind: 'comparison', runs, view });
    } catch (error) {
      if (signal.aborted) return;
      this.#post({ kind: 'comparison', runs, view: undefined, problem: this.#source.problemOf(runs, error) });
    }
  }
}
