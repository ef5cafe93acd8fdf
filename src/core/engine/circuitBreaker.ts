import type { Clock } from './clock';

/** The first wait after a refusal, in milliseconds; doubles with each refusal of a call that was sent to try. */
const firstMs = 1_000;
/** The longest one. A server that asks for more is asked again all the same: one call a minute does no harm. */
const longestMs = 60_000;
/** Time between two calls that are let through to try: a refusal comes at once, an answer may take a minute. */
const tryEveryMs = 1_000;
/** The same during a rest that the provider asked for beforehand. */
const tryRestEveryMs = 10_000;
/** Rests in a row in which a call was answered all the same: a provider that says so always means nothing by it. */
const idleRestsAtMost = 3;

/**
 * Closes after a refusal, for as long as the server asks but at first no longer than a second: one long wish must not stop
 * calls that would be answered. Then lets one call through, and another one for each second in which nothing is heard of them:
 * a try that hangs must not hold up the rest. An answer opens it, another refusal closes it for twice as long. A rest, which a
 * provider's headers ask for before anything is refused, is kept to whatever is answered meanwhile, with a try every ten seconds.
 */
export class LimiterGate {
  readonly #clock: Clock;
  readonly #onOpening: () => void;
  #until = 0;
  #restUntil = 0;
  #nextTryInRest = 0;
  #idleRests = 0;
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
    return this.#clock.elapsed() >= this.#nextAt;
  }

  /** A call has gone through. */
  passed(): void {
    if (this.#trying) this.#tries += 1;
    if (this.isResting) this.#nextTryInRest = this.#clock.elapsed() + tryRestEveryMs;
  }

  /** When the next call may go through, in milliseconds since the epoch. */
  get #nextAt(): number {
    const opens = this.#trying ? this.#until + this.#tries * tryEveryMs : this.#until;
    return Math.max(opens, Math.min(this.#restUntil, this.#nextTryInRest));
  }

  /** Whether the provider said that there is no room now; single calls see whether that is so. */
  get isResting(): boolean {
    return this.#clock.elapsed() < this.#restUntil;
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
    this.#until = this.#clock.elapsed() + Math.min(askedMs ?? most, most);
  }

  /**
   * The provider says beforehand that there is no room for a while. Answers to calls that were on their way do not end it: these
   * had their room.
   */
  rest(ms: number): void {
    if (this.#idleRests >= idleRestsAtMost) return;
    const now = this.#clock.elapsed();
    this.#restUntil = Math.max(this.#restUntil, now + Math.min(ms, longestMs));
    this.#nextTryInRest = now + tryRestEveryMs;
  }

  /** A call that went through during a rest was answered: there is room. */
  endRest(): void {
    this.#restUntil = 0;
    this.#idleRests += 1;
  }

  /** A call was refused for want of room: what the provider says of it is worth something. */
  believe(): void {
    this.#idleRests = 0;
  }

  /**
   * A call that went through before it was last closed is answered: it stays closed, but not for longer and longer. Else a server that
   * takes one call at a time would be asked once a minute.
   */
  ease(): void {
    this.#refusals = 0;
  }

  /** After an answer. */
  open(): void {
    this.#trying = false;
    this.#refusals = 0;
    this.#until = 0;
  }

  /**
   * Keeps a timer for the opening as long as somebody waits for nothing else. One that rings early is set again, and one for a time that
   * is up since it was last looked rings at once: without a timer nobody would ever look again.
   */
  watch(wanted: boolean): void {
    if (!wanted) {
      this.#watching?.abort();
      this.#watching = undefined;
      return;
    }
    if (this.#watching !== undefined) return;
    const left = Math.max(1, this.#nextAt - this.#clock.elapsed());
    const watching = (this.#watching = new AbortController());
    const done = (): void => {
      if (this.#watching !== watching) return;
      this.#watching = undefined;
      this.#onOpening();
    };
    this.#clock.delay(left, watching.signal).then(done, () => undefined);
  }
}
