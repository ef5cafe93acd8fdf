import type { ComparisonAnswer, PackedView, RunPair } from '../../protocol/messages';

/** Where comparisons come from. */
export interface ComparisonSource {
  /** Shares the work with others who ask for the same. Rejects when the signal is aborted. */
  view(runs: RunPair, signal: AbortSignal): Promise<PackedView>;
  /** Takes note of a pair that could not be compared, and says why to the reader. */
  problemOf(runs: RunPair, error: unknown): string;
}

/** Compares the pair that the page asks for, and has ready the one that it is likely to ask for. */
export class OpenComparison {
  readonly #source: ComparisonSource;
  #comparing = new AbortController();
  #compared: RunPair | undefined;
  #preparing: { readonly runs: RunPair; readonly abort: AbortController } | undefined;

  constructor(source: ComparisonSource) {
    this.#source = source;
  }

  /** The pair that was asked for last; `undefined` before the first. */
  get runs(): RunPair | undefined {
    return this.#compared;
  }

  /** Has a pair compared that is likely to be shown next: the source then has its view at hand. Never rejects. */
  async prepare(runs: RunPair): Promise<void> {
    if (this.#prepares(runs)) return;
    this.#preparing?.abort.abort();
    const preparing = (this.#preparing = { runs, abort: new AbortController() });
    // What is wrong with it is said when it is shown.
    await this.#source.view(runs, preparing.abort.signal).catch(() => undefined);
    if (this.#preparing === preparing) this.#preparing = undefined;
  }

  /** Compares a pair; `undefined` once another one is asked for. Never rejects. */
  async compare(runs: RunPair): Promise<ComparisonAnswer | undefined> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    this.#compared = runs;
    if (!this.#prepares(runs)) this.#preparing?.abort.abort();
    try {
      const view = await this.#source.view(runs, signal);
      return signal.aborted ? undefined : { view };
    } catch (error) {
      return signal.aborted ? undefined : { problem: this.#source.problemOf(runs, error) };
    }
  }

  dispose(): void {
    this.#comparing.abort();
    this.#preparing?.abort.abort();
  }

  #prepares({ before, after, judges }: RunPair): boolean {
    const one = this.#preparing?.runs;
    const isSamePair = one?.before === before && one.after === after;
    return isSamePair && one.judges?.before === judges?.before && one.judges?.after === judges?.after;
  }
}
