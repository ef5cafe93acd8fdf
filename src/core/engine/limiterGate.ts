import type { Clock } from './clock';

/** The first wait after a refusal, in milliseconds; doubles with each refusal of a call that was sent to try. */
const firstMs = 1_000;
/** The longest one. A server that asks for more is asked again all the same: one call a minute does no harm. */
const longestMs = 60_000;
/** Time between two calls that are let through to try: a refusal comes at once, an answer may take a minute. */
const tryEveryMs = 1_000;

/**
 * Closes after a refusal, for as long as the server asks but at first no longer than a second: one long wish must not stop
 * calls that would be answered. Then lets one call through, and another one for each second in which nothing is heard of them:
 * a try that hangs must not hold up the rest. An answer opens it, another refusal closes it for twice as long.
 */
export class LimiterGate {
  readonly #clock: Clock;
  readonly #onOpening: () => void;
  #until = 0;
  #trying = false;
  /** Calls let through to try since it was last closed. */
  #tries = 0;
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

  /** Whether a call may go through now. */
  get admits(): boolean {
    return this.#clock.now() >= this.#nextAt;
  }

  /** A call has gone through. */
  passed(): void {
    if (this.#trying) this.#tries += 1;
  }

  /** When the next call may go through, in milliseconds since the epoch. */
  get #nextAt(): number {
    return this.#trying ? this.#until + this.#tries * tryEveryMs : this.#until;
  }

  /** Whether calls are let through one at a time, to see how they fare. */
  get isTrying(): boolean {
    return this.#trying;
  }

  /** After a refusal, for `atMostMs` milliseconds however many there were. */
  close(askedMs: number | undefined, atMostMs = longestMs): void {
    const most = Math.min(atMostMs, firstMs * 2 ** this.#refusals);
    this.#refusals += 1;
    this.#closings += 1;
    this.#trying = true;
    this.#tries = 0;
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
    const left = this.#nextAt - this.#clock.now();
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
