import type { RunPair, ToPanel } from '../../protocol/messages';
import type { PackedView } from '../../protocol/packedView';
import type { PairToCompare } from './comparisonJob';

type Limits = Pick<PairToCompare, 'margin' | 'smallest'>;

/** Where comparisons come from. */
export interface ComparisonSource {
  /** The limits that the settings name now. */
  readonly limits: Limits;
  /** Compares by those limits. Rejects when the signal is aborted. */
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
  readonly #closing = new AbortController();
  /** Ready for whoever asks meanwhile. */
  #preparing: (Compared & { readonly view: Promise<PackedView> }) | undefined;

  constructor(source: ComparisonSource, post: (message: ComparisonMessage) => void) {
    this.#source = source;
    this.#post = post;
  }

  /** The pair that is shown, or was last; `undefined` before the first. */
  get runs(): RunPair | undefined {
    return this.#compared?.runs;
  }

  /** Has a pair compared that is likely to be shown next: its view is then at hand where it was made. Never rejects. */
  async prepare(runs: RunPair): Promise<void> {
    const { limits } = this.#source;
    if (this.#preparing !== undefined && isSame(this.#preparing, { runs, limits })) return;
    const preparing = (this.#preparing = { runs, limits, view: this.#source.view(runs, this.#closing.signal) });
    // What is wrong with it is said when it is shown.
    await preparing.view.catch(() => undefined);
    if (this.#preparing === preparing) this.#preparing = undefined;
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
    this.#closing.abort();
  }

  async #send(runs: RunPair): Promise<void> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    const compared = (this.#compared = { runs, limits: this.#source.limits });
    try {
      const preparing = this.#preparing;
      const isUnderWay = preparing !== undefined && isSame(preparing, compared);
      const view = await (isUnderWay ? preparing.view : this.#source.view(runs, signal));
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
