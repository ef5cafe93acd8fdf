import type { Clock } from './clock';
import { whenQuiet } from './whenQuiet';

/** Sees when a run has asked for all that it asks for at first: no further call has come for a moment. */
export class Gathering {
  readonly #clock: Clock;
  readonly #quietMs: number;
  #asked = 0;
  #told: Promise<void> | undefined;

  constructor(clock: Clock, quietMs: number) {
    this.#clock = clock;
    this.#quietMs = quietMs;
  }

  /** A call has come. `tell` is called once, when no other follows; never where `signal` is aborted before. */
  asked(tell: (() => void) | undefined, signal: AbortSignal): void {
    this.#asked += 1;
    if (tell !== undefined) this.#told ??= this.quiet(signal).then(tell, () => undefined);
  }

  /** Rejects with the signal's reason when aborted before. */
  quiet(signal: AbortSignal): Promise<void> {
    return whenQuiet(this.#clock, this.#quietMs, () => this.#asked, signal);
  }
}
