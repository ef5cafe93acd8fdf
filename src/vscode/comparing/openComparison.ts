import type { RunPair, ToPanel, PackedView } from '../../protocol/messages';
import type { PairToCompare } from './comparisonJob';

type Limits = Pick<PairToCompare, 'margin' | 'smallest'>;

/** Where comparisons come from. */
export interface ComparisonSource {
  /** The limits that the settings name now. */
  readonly limits: Limits;
  /** Compares by those limits; shares the work with others who ask for the same. Rejects when the signal is aborted. */
  view(runs: RunPair, signal: AbortSignal): Promise<PackedView>;
  /** Takes note of a pair that could not be compared, and says why to the reader. */
  problemOf(runs: RunPair, error: unknown): string;
}

/** What Compare is told. */
export type ComparisonMessage = Extract<ToPanel, { kind: 'comparison' | 'packedComparison' }>;

/** A pair and the limits that it is compared by. */
interface Compared {
  readonly runs: RunPair;
  readonly limits: Limits;
}

/** The pair that Compare shows: sent when asked for, and again when a limit of comparisons is another one. */
export class OpenComparison {
  readonly #source: ComparisonSource;
  readonly #post: (message: ComparisonMessage) => void;
  #comparing = new AbortController();
  #compared: Compared | undefined;
  #preparing: (Compared & { readonly abort: AbortController }) | undefined;

  constructor(source: ComparisonSource, post: (message: ComparisonMessage) => void) {
    this.#source = source;
    this.#post = post;
  }

  /** The pair that is shown, or was last; `undefined` before the first. */
  get runs(): RunPair | undefined {
    return this.#compared?.runs;
  }

  /** Has a pair compared that is likely to be shown next: the source then has its view at hand. Never rejects. */
  async prepare(runs: RunPair): Promise<void> {
    const wanted = { runs, limits: this.#source.limits };
    if (this.#preparing !== undefined && isSame(this.#preparing, wanted)) return;
    const abort = this.#prepareOnly(wanted);
    try {
      await this.#source.view(runs, abort.signal);
    } catch {
      // What is wrong with it is said when it is shown.
    }
    if (this.#preparing?.abort === abort) this.#preparing = undefined;
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
    this.#preparing?.abort.abort();
  }

  /** Nobody waits for what was prepared before. */
  #prepareOnly(wanted: Compared): AbortController {
    this.#preparing?.abort.abort();
    const abort = new AbortController();
    this.#preparing = { ...wanted, abort };
    return abort;
  }

  async #send(runs: RunPair): Promise<void> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    const compared = (this.#compared = { runs, limits: this.#source.limits });
    try {
      const asked = this.#source.view(runs, signal);
      if (this.#preparing !== undefined && !isSame(this.#preparing, compared)) this.#preparing.abort.abort();
      const view = await asked;
      if (!signal.aborted) this.#post({ kind: 'packedComparison', runs, view });
    } catch (error) {
      if (signal.aborted) return;
      this.#post({ kind: 'comparison', runs, view: undefined, problem: this.#source.problemOf(runs, error) });
    }
  }
}

function isSame(one: Compared, other: Compared): boolean {
  return (
    one.runs.before === other.runs.before &&
    one.runs.after === other.runs.after &&
    one.runs.judges?.before === other.runs.judges?.before &&
    one.runs.judges?.after === other.runs.judges?.after &&
    one.limits.margin === other.limits.margin &&
    one.limits.smallest === other.limits.smallest
  );
}
