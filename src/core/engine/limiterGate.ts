import type { Clock } from './clock';

/** The first wait after a refusal, in milliseconds; doubles with each refusal of a call that was sent to try. */
const firstMs = 1_000;
/** The longest one. A server that asks for more is asked again all the same: one call a minute does no harm. */
const longestMs = 60_000;

/**
 * Closes after a refusal, for as long as the server asks but at first no longer than a second: one long wish must not stop
 * calls that would be answered. Then lets one call through; an answer opens it, another refusal closes it for twice as long.
 */
export class LimiterGate {
  readonly #clock: Clock;
  readonly #onOpening: () => void;
  #until = 0;
  #trying = false;
  #refusals = 0;
  #closings = 0;
  #watching: AbortController | undefined;

  constructor(clock: Clock, onOpening: () => void) {
    this.#clock = clock;
    this.#onOpening = onOpening;
  }

  /** How often it was closed; tells calls that were on their way from those that came after. */
  get closings(): number {
    return this.#closings;
  }

  /** Calls that may be in flight as far as the gate has a say. */
  get allowed(): number {
    if (this.#clock.now() < this.#until) return 0;
    return this.#trying ? 1 : Number.POSITIVE_INFINITY;
  }

  /** After a refusal. */
  close(askedMs: number | undefined): void {
    const most = Math.min(longestMs, firstMs * 2 ** this.#refusals);
    this.#refusals += 1;
    this.#closings += 1;
    this.#trying = true;
    this.#until = this.#clock.now() + Math.min(askedMs ?? most, most);
  }

  /** The provider says beforehand that there is no room for a while. */
  rest(ms: number): void {
    this.#until = Math.max(this.#until, this.#clock.now() + Math.min(ms, longestMs));
  }

  /** After an answer. */
  open(): void {
    this.#trying = false;
    this.#refusals = 0;
    this.#until = 0;
  }

  /** Keeps a timer for the opening as long as somebody waits for it. */
  watch(wanted: boolean): void {
    if (!wanted) {
      this.#watching?.abort();
      this.#watching = undefined;
      return;
    }
    const left = this.#until - this.#clock.now();
    if (left <= 0 || this.#watching !== undefined) return;
    const watching = (this.#watching = new AbortController());
    const done = (): void => {
      if (this.#watching !== watching) return;
      this.#watching = undefined;
      this.#onOpening();
    };
    this.#clock.delay(left, watching.signal).then(done, () => undefined);
  }
}
