import type { CallHeadroom } from '../providers/provider';
import { mean } from '../statistics/sum';
import { abortable, type Clock, systemClock } from './clock';

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
  answered(headroom?: CallHeadroom, ms?: number): void;
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
      answered: (headroom, ms) => {
        this.#breaker.answered(tripsBefore === this.#breaker.trips);
        if (probesPause) this.#breaker.endPause();
        this.#answers += 1;
        this.#lost = 0;
        this.#attempts = 0;
        this.#silences = 0;
        this.#fullSince = undefined;
        this.#callsSinceCut += 1;
        if (this.#growth === undefined) this.#grow(headroom);
        else if (ms !== undefined && limitBefore === this.#limit && this.#inFlight >= this.#limit)
          this.#set(this.#growth.answered(this.#limit, ahead, ms));
        if (headroom !== undefined && headroom.remaining < 1) this.#breaker.pause(headroom.resetMs);
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

  #grow(headroom: CallHeadroom | undefined): void {
    this.#successes += 1;
    const isTight = headroom !== undefined && headroom.remaining <= this.#limit;
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

  /** Polls only while a call holds a slot, so that a finished run leaves no timer. */
  #watchBreaker(): void {
    this.#breaker.watch(this.#ahead.length + this.#waiting.length > 0 && this.#inFlight < this.#limit);
  }
}

const firstMs = 1_000;
/** One call a minute does no harm, even where a server asks for a longer wait. */
const longestMs = 60_000;
/** A refusal comes at once, an answer may take a minute. */
const probeEveryMs = 1_000;
const probePauseEveryMs = 10_000;
/** Pauses in a row during which calls were still answered. After these the headers are ignored. */
const idlePausesAtMost = 3;

/** After a refusal one call a second probes. An answer closes the breaker, another refusal doubles the pause. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #onTime: () => void;
  #opensUntil = 0;
  #pausedUntil = 0;
  #nextProbeInPause = 0;
  #idlePauses = 0;
  isHalfOpen = false;
  #probes = 0;
  #refusals = 0;
  /** Tells calls from before the last opening from later ones. */
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

  trustHeaders(): void {
    this.#idlePauses = 0;
  }

  /** An answer to an older call only resets the doubling; otherwise probes would slow to one a minute. */
  answered(isProbe: boolean): void {
    this.#refusals = 0;
    if (!isProbe) return;
    this.isHalfOpen = false;
    this.#opensUntil = 0;
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
      this.#onTime();
    };
    this.#clock.delay(Math.max(1, this.#nextAt - this.#clock.elapsed()), timer.signal).then(rings, () => undefined);
  }
}

const fewestAnswers = 8;
/** Rounds of answers before growth that did not help is tried again; doubles each time. */
const firstRest = 4;
/** How much longer than its longest call one more may have to wait, as a share of the time limit. */
const spareTime = 1.5;

/** Grows only if a round's calls take less than half the time that mere queueing would cost. */
export class SlotGrowth {
  readonly #ceiling: number;
  readonly #timeLimitMs: number;
  #known: number;
  readonly #base = new Map<boolean, number>();
  #times = new Map<boolean, readonly number[]>();
  #passing: number;
  #rest = 0;
  #nextRest = firstRest;

  constructor(start: number, ceiling: number, timeLimitMs: number) {
    this.#known = start;
    this.#passing = start;
    this.#ceiling = ceiling;
    this.#timeLimitMs = timeLimitMs;
  }

  answered(slots: number, isJudge: boolean, ms: number): number {
    if (this.#passing > 0) {
      this.#passing -= 1;
      return slots;
    }
    this.#times.set(isJudge, [...(this.#times.get(isJudge) ?? []), ms]);
    const isTrying = slots > this.#known;
    const shares = [...this.#times].flatMap(([kind, times]) => {
      const base = this.#base.get(kind);
      return isTrying && base === undefined ? [] : times.map((time) => time / (base ?? time));
    });
    if (shares.length < Math.max(fewestAnswers, 2 * slots)) return slots;
    if (isTrying && mean(shares) > 1 + (slots / this.#known - 1) / 2) return this.#settle(this.#known);
    if (isTrying) this.#nextRest = firstRest;
    const longestMs = Math.max(...[...this.#times.values()].flat());
    for (const [kind, times] of this.#times) this.#base.set(kind, mean(times));
    this.#known = slots;
    this.#times = new Map();
    if (this.#rest > 0) {
      this.#rest -= 1;
      return slots;
    }
    const more = Math.min(this.#ceiling, slots + Math.max(1, Math.floor(slots / 4)));
    const isTooSlow = (spareTime * longestMs * more) / slots > this.#timeLimitMs;
    if (more === slots || isTooSlow) return slots;
    this.#passing = more;
    return more;
  }

  cut(slots: number): void {
    this.#base.clear();
    this.#settle(slots);
  }

  #settle(slots: number): number {
    this.#known = slots;
    this.#times = new Map();
    this.#passing = slots;
    this.#rest = this.#nextRest;
    this.#nextRest *= 2;
    return slots;
  }
}
