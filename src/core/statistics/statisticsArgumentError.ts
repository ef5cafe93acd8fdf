/** Thrown when a statistic is asked about impossible numbers (more successes than trials, a negative weight): a fault of the caller. */
export class StatisticsArgumentError extends Error {
  override readonly name = 'StatisticsArgumentError';
  readonly statistic: string;
  readonly argument: string;
  readonly value: unknown;

  constructor(statistic: string, argument: string, value: unknown, expected: string) {
    super(`${statistic}: ${argument} is ${String(value)}; it must be ${expected}.`);
    this.statistic = statistic;
    this.argument = argument;
    this.value = value;
  }

  static is(error: unknown): error is StatisticsArgumentError {
    return error instanceof StatisticsArgumentError;
  }
}
