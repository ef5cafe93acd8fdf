import type { CallRoom } from '../providers/provider';
import { CircuitBreaker } from './circuitBreaker';
import { abortable, type Clock, systemClock } from './clock';
import { SlotGrowth } from './slotGrowth';

/** Bounds of a limiter. Equal `start`, `floor` and `ceiling` make it fixed. */
export interface LimiterBounds {
  readonly start: number;
  readonly floor: number;
  readonly ceiling: number;
  /** Time limit of a call in milliseconds, where the server lets calls wait in a line: slots then grow only while that makes none longer. */
  readonly queuesUpToMs?: number;
}

/** Failures that say something about how many calls a provider bears. `timeout`: a call took all the time it may. */
export type TransientError = 'rateLimit' | 'overloaded' | 'server' | 'timeout' | 'network';

export interface Slot {
  /** Waits for a free slot; at once when this one is held already. Rejects with the signal's reason when aborted while waiting. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  answered(room?: CallRoom, ms?: number): void;
  /** One did not. `retryAfterMs`: how long the server asked to be left alone. */
  failed(error: TransientError, retryAfterMs?: number): void;
}

/** Failures in a row, no answer between them, that mean that nobody is there: a single one is a connection that was let go. */
const lostInARow = 3;
/** Attempts of all calls together, or whole time limits in a row, after which a server is given up. */
const attemptsInVain = 6;
/** For how long one that answered before may be gone, or have no room for anybody, in milliseconds. */
export const outagePatienceMs = 5 * 60_000;
/** Longest time between two probes, in milliseconds: a probe costs nobody anything. */
const probeLostMs = 10_000;

type LimitReason = 'growing' | 'no faster with more' | 'rate limit' | 'time-out';

export type LimitListener = (limit: number, reason: LimitReason) => void;

/**
 * Bounds the calls in flight to one provider and key. Doubles with each full round of successes until the first
 * trouble, then grows by one a round. Halves after a rate limit or a time-out, at most once a round, since one burst
 * brings many of them; a failing server stops the growth for two rounds. After a rate limit, or connections lost or
 * refused one after the other, the circuit breaker opens.
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
  /** Of the lost ones, those that were sent after it was seen that others were. */
  #attempts = 0;
  /** Whole time limits in a row of calls that were sent after the last answer. */
  #silences = 0;
  #answers = 0;
  #fullSince: number | undefined;

  constructor(bounds: LimiterBounds, clock: Clock = systemClock) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#limit = bounds.start;
    this.#breaker = new CircuitBreaker(clock, () => this.#admit());
    const { start, ceiling, queuesUpToMs } = bounds;
    this.#growth = queuesUpToMs === undefined ? undefined : new SlotGrowth(start, ceiling, queuesUpToMs);
  }

  get limit(): number {
    return this.#limit;
  }

  get ceiling(): number {
    return this.#bounds.ceiling;
  }

  /** Its address is right then, whatever happens later. */
  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  /** Whether nobody answers any more, as far as several calls in a row can tell. */
  get isCutOff(): boolean {
    return this.isGivenUp || (this.hasAnswered && this.#breaker.isHalfOpen && this.#lost >= lostInARow);
  }

  /** Whether calls have tried and waited enough for all: nobody need wait any longer. */
  get isGivenUp(): boolean {
    if (!this.hasAnswered) return this.#attempts >= attemptsInVain || this.#silences >= this.#limit;
    const isGone = this.#lost >= lostInARow && this.#clock.elapsed() - this.#lostSince >= outagePatienceMs;
    return isGone || this.#silences >= attemptsInVain;
  }

  /** In milliseconds, with no answer in between. */
  get fullForMs(): number {
    return this.#fullSince === undefined ? 0 : this.#clock.elapsed() - this.#fullSince;
  }

  follow(listener: LimitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** One that goes `ahead` is admitted first: judges do, so that a run that is cut off has finished cases. */
  slot(ahead = false): Slot {
    let inside = false;
    // A call that was on its way when the breaker opened says nothing of whether it is well again.
    let tripsBefore = 0;
    let answersBefore = 0;
    let limitBefore = 0;
    let probesPause = false;
    return {
      enter: async (signal) => {
        if (!inside) await this.#enter(signal, ahead ? this.#ahead : this.#waiting);
        answersBefore = this.#answers;
        limitBefore = this.#limit;
        if (inside) return;
        inside = true;
        tripsBefore = this.#breaker.trips;
        probesPause = this.#breaker.isPaused;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#inFlight -= 1;
        this.#admit();
      },
      answered: (room, ms) => {
        this.#breaker.answered(tripsBefore === this.#breaker.trips);
        if (probesPause) this.#breaker.endPause();
        this.#answers += 1;
        this.#lost = 0;
        this.#attempts = 0;
        this.#silences = 0;
        this.#fullSince = undefined;
        this.#callsSinceCut += 1;
        if (this.#growth === undefined) this.#grow(room);
        else if (ms !== undefined && limitBefore === this.#limit && this.#inFlight >= this.#limit)
          this.#set(this.#growth.answered(this.#limit, ahead, ms));
        if (room !== undefined && room.remaining < 1) this.#breaker.pause(room.resetMs);
        this.#admit();
      },
      failed: (error, retryAfterMs) => {
        if (error === 'timeout' && answersBefore === this.#answers) this.#silences += 1;
        // One that refuses or fails has said something.
        else if (error !== 'timeout' && error !== 'network') this.#silences = 0;
        this.#failed(error, retryAfterMs, tripsBefore === this.#breaker.trips);
      },
    };
  }

  #grow(room: CallRoom | undefined): void {
    this.#successes += 1;
    // More slots than there is room for would only be refused.
    const isTight = room !== undefined && room.remaining <= this.#limit;
    if (this.#successes < this.#limit || this.#limit >= this.#bounds.ceiling || isTight) return;
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
      this.#breaker.trustHeaders();
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

  /** Waited for only while somebody has a slot: a run that is over leaves no timer behind. */
  #watchBreaker(): void {
    this.#breaker.watch(this.#ahead.length + this.#waiting.length > 0 && this.#inFlight < this.#limit);
  }
}
