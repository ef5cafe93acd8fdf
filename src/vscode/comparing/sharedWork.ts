interface Entry<Result> {
  readonly result: Promise<Result>;
  readonly abort: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Work by key that several may wait for: done once, kept for the next who ask, given up when nobody waits any more. */
export class SharedWork<Result> {
  readonly #most: number;
  readonly #isKept: (result: Result) => boolean;
  readonly #entries = new Map<string, Entry<Result>>();

  /** `most`: results that are kept, the least used dropped first. `isKept` is false for one that is only for those who wait for it. */
  constructor(most: number, isKept: (result: Result) => boolean = () => true) {
    this.#most = most;
    this.#isKept = isKept;
  }

  /** Rejects as the work does, and with the signal's reason when aborted. What failed is tried again by the next who asks. */
  async get(key: string, work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const entry = this.#entries.get(key) ?? this.#begin(work);
    // Again at the end of the line.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const old of [...this.#entries.keys()].slice(0, -this.#most)) this.#drop(old);
    entry.waiting += 1;
    const leave = (): void => {
      entry.waiting -= 1;
      if (entry.waiting > 0 || entry.isDone) return;
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      entry.abort.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      const result = await entry.result.catch((error: unknown) => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key);
        throw error;
      });
      if (!this.#isKept(result) && this.#entries.get(key) === entry) this.#entries.delete(key);
      signal.throwIfAborted();
      return result;
    } finally {
      signal.removeEventListener('abort', leave);
      if (!signal.aborted) entry.waiting -= 1;
    }
  }

  #begin(work: (signal: AbortSignal) => Promise<Result>): Entry<Result> {
    const abort = new AbortController();
    const entry = { result: work(abort.signal), abort, waiting: 0, isDone: false };
    const done = (): void => {
      entry.isDone = true;
    };
    entry.result.then(done, done);
    return entry;
  }

  /** Work that somebody waits for stays with those who do. */
  #drop(key: string): void {
    if (this.#entries.get(key)?.isDone === true) this.#entries.delete(key);
  }
}
