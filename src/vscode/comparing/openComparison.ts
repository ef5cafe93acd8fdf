import type { ComparisonAnswer, RunPair } from '../../protocol/messages';

export interface ComparisonSource {
  /** The view as JSON. Rejects when the signal is aborted. */
  view(runs: RunPair, signal: AbortSignal): Promise<string>;
  problemOf(runs: RunPair, error: unknown): string;
}

export class OpenComparison {
  readonly #source: ComparisonSource;
  #comparing = new AbortController();
  #compared: RunPair | undefined;

  constructor(source: ComparisonSource) {
    this.#source = source;
  }

  /** The pair that was asked for last; `undefined` before the first. */
  get runs(): RunPair | undefined {
    return this.#compared;
  }

  /** `undefined` once another pair is asked for. Never rejects. */
  async compare(runs: RunPair): Promise<ComparisonAnswer | undefined> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    this.#compared = runs;
    try {
      const view = await this.#source.view(runs, signal);
      return signal.aborted ? undefined : { view };
    } catch (error) {
      return signal.aborted ? undefined : { problem: this.#source.problemOf(runs, error) };
    }
  }

  dispose(): void {
    this.#comparing.abort();
  }
}
