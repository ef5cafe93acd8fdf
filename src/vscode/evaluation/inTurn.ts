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
