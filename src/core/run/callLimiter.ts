import { CircuitBreaker } from './circuitBreaker';
import { abortable, type Clock, systemClock } from './clock';
import { SlotGrowth } from './slotGrowth';

export interface LimiterBounds {
  readonly start: number;
  readonly floor: number;
  readonly ceiling: number;
  /** Time limit of calls on a server that queues them. Slots grow only while growth makes no call slower. */
  readonly queuesUpToMs?: number;
}

export type TransientError = 'rateLimit' | 'overloaded' | 'server' | 'timeout' | 'network';

export interface Slot {
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  answered(ms?: number): void;
  failed(error: TransientError, retryAfterMs?: number): void;
}

/** Failures in a row that mean the server is gone. A single one may be a dropped connection. */
const lostInARow = 3;
/** Failed attempts of all calls together, or full time-outs in a row, before a server is given up. */
const attemptsInVain = 6;
export const outagePatienceMs = 5 * 60_000;
const probeLostMs = 10_000;

type LimitReason = 'growing' | 'no faster with more' | 'rate limit' | 'time-out';

export type LimitListener = (limit: number, reason: LimitReason) => void;

/**
 * Doubles after each full round of successes until the first trouble, then grows by one. Halves at most once a round.
 */
export class CallLimiter {
  readonly #bounds: LimiterBounds;
  readonly #clock: Clock;
  readonly #listeners = new Set<LimitListener>();
  readonly #breaker: CircuitBreaker;
  readonly #growth: SlotGrowth | undefined;
  readonly #ahead: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #inFlight = 0;
  /** Successes since the limit last changed; below 0 while growth rests. */
  #successes = 0;
  #callsSinceCut = Number.POSITIVE_INFINITY;
  #doubles = true;
  #lost = 0;
  #lostSince = 0;
  /** Lost calls that were sent after earlier losses were known. */
  #attempts = 0;
  /** Full time-outs in a row among calls sent after the last answer. */
  #silences = 0;
  #answers = 0;
  #fullSince: number | undefined;

  constructor(bounds: LimiterBounds, clock: Clock = systemClock) {
    const { start, ceiling, queuesUpToMs } = bounds;
    this.#bounds = bounds;
    this.#clock = clock;
    this.#limit = start;
    this.#breaker = new CircuitBreaker(clock, () => this.#admit());
    this.#growth = queuesUpToMs === undefined ? undefined : new SlotGrowth(start, ceiling, queuesUpToMs);
  }

  get limit(): number {
    return this.#limit;
  }

  get ceiling(): number {
    return this.#bounds.ceiling;
  }

  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  get isCutOff(): boolean {
    return this.isGivenUp || (this.hasAnswered && this.#breaker.isHalfOpen && this.#lost >= lostInARow);
  }

  get isGivenUp(): boolean {
    if (!this.hasAnswered) return this.#attempts >= attemptsInVain || this.#silences >= this.#limit;
    const isGone = this.#lost >= lostInARow && this.#clock.elapsed() - this.#lostSince >= outagePatienceMs;
    return isGone || this.#silences >= attemptsInVain;
  }

  get fullForMs(): number {
    return this.#fullSince === undefined ? 0 : this.#clock.elapsed() - this.#fullSince;
  }

  follow(listener: LimitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Judges go `ahead`, so that a run cut short has finished cases. */
  slot(ahead = false): Slot {
    let inside = false;
    // Calls under way when the breaker opened do not show whether the server has recovered.
    let tripsBefore = 0;
    let answersBefore = 0;
    let limitBefore = 0;
    return {
      enter: async (signal) => {
        if (!inside) await this.#enter(signal, ahead ? this.#ahead : this.#waiting);
        answersBefore = this.#answers;
        limitBefore = this.#limit;
        if (inside) return;
        inside = true;
        tripsBefore = this.#breaker.trips;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#inFlight -= 1;
        this.#admit();
      },
      answered: (ms) => {
        this.#breaker.answered(tripsBefore === this.#breaker.trips);
        this.#answers += 1;
        this.#lost = 0;
        this.#attempts = 0;
        this.#silences = 0;
        this.#fullSince = undefined;
        this.#callsSinceCut += 1;
        if (this.#growth === undefined) this.#grow();
        else if (ms !== undefined && limitBefore === this.#limit && this.#inFlight >= this.#limit)
          this.#set(this.#growth.answered(this.#limit, ahead, ms));
        this.#admit();
      },
      failed: (error, retryAfterMs) => {
        if (error === 'timeout' && answersBefore === this.#answers) this.#silences += 1;
        // A refusal or a failure is a sign of life.
        else if (error !== 'timeout' && error !== 'network') this.#silences = 0;
        this.#failed(error, retryAfterMs, tripsBefore === this.#breaker.trips);
      },
    };
  }

  /** Lets a waiting call probe a server that refused. */
  probeNow(): void {
    this.#breaker.probeNow();
    this.#admit();
  }

  #grow(): void {
    this.#successes += 1;
    if (this.#successes < this.#limit || this.#limit >= this.#bounds.ceiling) return;
    this.#successes = 0;
    this.#set(Math.min(this.#bounds.ceiling, this.#doubles ? 2 * this.#limit : this.#limit + 1));
  }

  #failed(error: TransientError, retryAfterMs: number | undefined, isNews: boolean): void {
    if (error === 'network' || error === 'overloaded') {
      if (this.#lost === 0) this.#lostSince = this.#clock.elapsed();
      this.#lost += 1;
      if (isNews) this.#attempts += 1;
      if (isNews && (this.#breaker.isHalfOpen || this.#lost >= lostInARow))
        this.#breaker.trip(retryAfterMs, probeLostMs);
    }
    if (error === 'network') return;
    if (error === 'rateLimit') {
      this.#fullSince ??= this.#clock.elapsed();
      if (isNews) this.#breaker.trip(retryAfterMs);
    }
    this.#doubles = false;
    if (error === 'rateLimit' || error === 'timeout') this.#cut(error === 'timeout' ? 'time-out' : 'rate limit');
    else this.#successes = Math.min(this.#successes, -this.#limit);
  }

  #cut(reason: LimitReason): void {
    this.#successes = 0;
    if (this.#callsSinceCut < this.#limit) return;
    this.#callsSinceCut = 0;
    this.#set(Math.max(this.#bounds.floor, Math.floor(this.#limit / 2)), reason);
    this.#growth?.cut(this.#limit);
  }

  #set(limit: number, reason: LimitReason = limit < this.#limit ? 'no faster with more' : 'growing'): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    for (const listener of this.#listeners) listener(limit, reason);
    this.#admit();
  }

  async #enter(signal: AbortSignal, queue: (() => void)[]): Promise<void> {
    signal.throwIfAborted();
    if (this.#hasRoom) {
      this.#goIn();
      return;
    }
    await abortable(signal, (resolve) => {
      const admitted = (): void => {
        this.#goIn();
        resolve();
      };
      queue.push(admitted);
      this.#watchBreaker();
      return () => {
        const index = queue.indexOf(admitted);
        if (index >= 0) queue.splice(index, 1);
        this.#watchBreaker();
      };
    });
  }

  get #hasRoom(): boolean {
    return this.#inFlight < this.#limit && this.#breaker.admits;
  }

  #goIn(): void {
    this.#inFlight += 1;
    this.#breaker.passed();
  }

  #admit(): void {
    while (this.#hasRoom) {
      const next = this.#ahead.shift() ?? this.#waiting.shift();
      if (next === undefined) break;
      next();
    }
    this.#watchBreaker();
  }

  /** Polls only while a call holds a slot, so that a finished run leaves no timer. */
  #watchBreaker(): void {
    this.#breaker.watch(this.#ahead.length + this.#waiting.length > 0 && this.#inFlight < this.#limit);
  }
}
