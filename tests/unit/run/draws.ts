import type { Random } from '../../../src/core/statistics/random';

/** Choices out of a repeatable stream. */
export class Draws {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A whole number in [0, n). */
  int(n: number): number {
    return this.#random.int(n);
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.#random.int(values.length)] as Value;
  }
}
