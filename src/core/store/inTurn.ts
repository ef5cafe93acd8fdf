export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work, even failed work. Rejects as `work` does. */
  async next<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
