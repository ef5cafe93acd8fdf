import type { Clock } from './clock';

/** The first wait after a refusal, in milliseconds; doubles with each refusal of a probe. */
const firstMs = 1_000;
/** The longest one. A server that asks for more is asked again all the same: one call a minute does no harm. */
const longestMs = 60_000;
/** Time between two probes: a refusal comes at once, an answer may take a minute. */
const probeEveryMs = 1_000;
const probePauseEveryMs = 10_000;
/** Pauses in a row in which a call was answered all the same: a provider that says so always means nothing by it. */
const idlePausesAtMost = 3;

/**
 * Opens after a refusal, for as long as the server asks but at first no longer than a second: one long wish must not
 * stop calls that would be answered. Then it is half-open: one call probes, and another for each second in which
 * nothing is heard of them. An answer closes it, another refusal opens it for twice as long. A pause, which a
 * provider's headers ask for before anything is refused, is kept whatever is answered meanwhile, with a probe every ten
 * seconds.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #onTime: () => void;
  #opensUntil = 0;
  #pausedUntil = 0;
  #nextProbeInPause = 0;
  #idlePauses = 0;
  /** Whether calls are let through one at a time, to see how they fare. */
  isHalfOpen = false;
  #probes = 0;
  #refusals = 0;
  /** Tells calls that were on their way when it opened from those that came after. */
  trips = 0;
  #timer: AbortController | undefined;

  constructor(clock: Clock, onTime: () => void) {
    this.#clock = clock;
    this.#onTime = onTime;
  }

  get admits(): boolean {
    return this.#clock.elapsed() >= this.#nextAt;
  }

  passed(): void {
    if (this.isHalfOpen) this.#probes += 1;
    if (this.isPaused) this.#nextProbeInPause = this.#clock.elapsed() + probePauseEveryMs;
  }

  get #nextAt(): number {
    const opens = this.#opensUntil + (this.isHalfOpen ? this.#probes * probeEveryMs : 0);
    return Math.max(opens, Math.min(this.#pausedUntil, this.#nextProbeInPause));
  }

  get isPaused(): boolean {
    return this.#clock.elapsed() < this.#pausedUntil;
  }

  trip(askedMs: number | undefined, atMostMs = longestMs): void {
    const most = Math.min(atMostMs, firstMs * 2 ** this.#refusals);
    this.#refusals += 1;
    this.trips += 1;
    this.isHalfOpen = true;
    this.#probes = 0;
    this.#opensUntil = this.#clock.elapsed() + Math.min(askedMs ?? most, most);
  }

  /** The provider says beforehand that there is no room for a while. Answers to calls that had their room do not end it. */
  pause(ms: number): void {
    if (this.#idlePauses >= idlePausesAtMost) return;
    const now = this.#clock.elapsed();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(ms, longestMs));
    this.#nextProbeInPause = now + probePauseEveryMs;
  }

  endPause(): void {
    this.#pausedUntil = 0;
    this.#idlePauses += 1;
  }

  /** A call was refused for want of room, so what the provider says of it is worth something. */
  trustHeaders(): void {
    this.#idlePauses = 0;
  }

  /** An answer to a call from before it last opened only ends the doubling, or a server is asked once a minute. */
  answered(isProbe: boolean): void {
    this.#refusals = 0;
    if (!isProbe) return;
    this.isHalfOpen = false;
    this.#opensUntil = 0;
  }

  /** Keeps a timer as long as somebody waits for nothing else; one for a time that is up rings at once. */
  watch(wanted: boolean): void {
    if (!wanted) {
      this.#timer?.abort();
      this.#timer = undefined;
      return;
    }
    if (this.#timer !== undefined) return;
    const timer = (this.#timer = new AbortController());
    const rings = (): void => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#onTime();
    };
    this.#clock.delay(Math.max(1, this.#nextAt - this.#clock.elapsed()), timer.signal).then(rings, () => undefined);
  }
}
