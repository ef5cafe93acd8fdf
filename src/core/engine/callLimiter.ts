/** Bounds of a limiter. Equal `start`, `floor` and `ceiling` make it fixed. */
export interface LimiterBounds {
  readonly start: number;
  readonly floor: number;
  readonly ceiling: number;
}

/** A place in a limiter, held for as long as its holder likes. */
export interface Lane {
  /** Waits for a free lane; at once when this one is held already. Rejects with the signal's reason when aborted while waiting. */
  enter(signal: AbortSignal): Promise<void>;
  /** Frees the lane; nothing when it is not held. */
  leave(): void;
}

/**
 * Bounds the calls in flight to one provider and key. Grows by one after each full round of successes, halves after
 * a rate limit (at most once per round, since one burst brings many of them).
 */
export class CallLimiter {
  readonly #bounds: LimiterBounds;
  readonly #onChange: (limit: number, reason: string) => void;
  readonly #ahead: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #inFlight = 0;
  #successes = 0;
  #callsSinceCut = Number.POSITIVE_INFINITY;

  constructor(bounds: LimiterBounds, onChange: (limit: number, reason: string) => void = () => undefined) {
    this.#bounds = bounds;
    this.#limit = bounds.start;
    this.#onChange = onChange;
  }

  get limit(): number {
    return this.#limit;
  }

  get ceiling(): number {
    return this.#bounds.ceiling;
  }

  /**
   * A lane that is not entered yet. One that goes `ahead` is admitted before those that do not: judges do, so that
   * verdicts come in as replies do and a run that is cut off has finished cases.
   */
  lane(ahead = false): Lane {
    let inside = false;
    return {
      enter: async (signal) => {
        if (inside) return;
        await this.#enter(signal, ahead ? this.#ahead : this.#waiting);
        inside = true;
      },
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#inFlight -= 1;
        this.#admit();
      },
    };
  }

  /** Tells the limiter that a call went well. */
  succeeded(): void {
    this.#successes += 1;
    this.#callsSinceCut += 1;
    if (this.#successes < this.#limit || this.#limit >= this.#bounds.ceiling) return;
    this.#successes = 0;
    this.#set(this.#limit + 1, 'growing');
  }

  /** Tells the limiter that the provider asked for fewer calls. */
  rateLimited(): void {
    this.#successes = 0;
    if (this.#callsSinceCut < this.#limit) return;
    this.#callsSinceCut = 0;
    this.#set(Math.max(this.#bounds.floor, Math.floor(this.#limit / 2)), 'rate limit');
  }

  #set(limit: number, reason: string): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#onChange(limit, reason);
    this.#admit();
  }

  #enter(signal: AbortSignal, queue: (() => void)[]): Promise<void> {
    signal.throwIfAborted();
    if (this.#inFlight < this.#limit) {
      this.#inFlight += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admitted = (): void => {
        signal.removeEventListener('abort', aborted);
        this.#inFlight += 1;
        resolve();
      };
      const aborted = (): void => {
        const index = queue.indexOf(admitted);
        if (index >= 0) queue.splice(index, 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', aborted, { once: true });
      queue.push(admitted);
    });
  }

  #admit(): void {
    while (this.#inFlight < this.#limit) {
      const next = this.#ahead.shift() ?? this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }
}
