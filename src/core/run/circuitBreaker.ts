import type { Clock } from './clock';

const firstMs = 1_000;
/** One call a minute does no harm, even where a server asks for a longer wait. */
const longestMs = 60_000;
/** A refusal comes at once, an answer may take a minute. */
const probeEveryMs = 1_000;

/** After a refusal one call a second probes. An answer closes the breaker, another refusal doubles the pause. */
export class CircuitBreaker {
  #opensUntil = 0;
  isHalfOpen = false;
  #probes = 0;
  #refusals = 0;
  /** Tells calls from before the last opening from later ones. */
  trips = 0;
  #timer: AbortController | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onTime: () => void,
  ) {}

  get admits(): boolean {
    return this.clock.elapsed() >= this.#nextAt;
  }

  passed(): void {
    if (this.isHalfOpen) this.#probes += 1;
  }

  get #nextAt(): number {
    return this.#opensUntil + (this.isHalfOpen ? this.#probes * probeEveryMs : 0);
  }

  trip(askedMs: number | undefined, atMostMs = longestMs): void {
    const most = Math.min(atMostMs, firstMs * 2 ** this.#refusals);
    this.#refusals += 1;
    this.trips += 1;
    this.isHalfOpen = true;
    this.#probes = 0;
    this.#opensUntil = this.clock.elapsed() + Math.min(askedMs ?? most, most);
  }

  /** An answer to an older call only resets the doubling; otherwise probes would slow to one a minute. */
  answered(isProbe: boolean): void {
    this.#refusals = 0;
    if (!isProbe) return;
    this.isHalfOpen = false;
    this.#opensUntil = 0;
  }

  /** The next call probes at once. */
  probeNow(): void {
    this.#opensUntil = 0;
    this.#probes = 0;
  }

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
      this.onTime();
    };
    this.clock.delay(Math.max(1, this.#nextAt - this.clock.elapsed()), timer.signal).then(rings, () => undefined);
  }
}
