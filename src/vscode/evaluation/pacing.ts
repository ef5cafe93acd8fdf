/** Four snapshots a second: fast enough to watch, rare enough to cost nothing. */
const shortestRestMs = 250;
/** A snapshot of thousands of samples takes longer: it is rested for so many times as long, so that others have their share of the thread. */
const restFactor = 9;

/** Gathers many requests into few calls: the first comes at once, the rest after a rest of a quarter second or more. */
export class SnapshotTimer {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | undefined;
  #requested = false;
  #disposed = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  request(): void {
    if (this.#disposed) return;
    if (this.#timer !== undefined) {
      this.#requested = true;
      return;
    }
    const from = performance.now();
    this.#draw();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (!this.#requested) return;
        this.#requested = false;
        this.request();
      },
      Math.max(shortestRestMs, restFactor * (performance.now() - from)),
    );
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }
}

/** Does one piece of work after the other, in the order in which they were asked for: what was asked for last is done last. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Does `work` when all that was asked for before is done, whether or not that went well. Rejects as `work` does. */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
