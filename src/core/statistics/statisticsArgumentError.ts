import { NamedError } from '../text/errors';

/** Thrown for impossible numbers, such as more successes than trials: a bug in the caller. */
export class StatisticsArgumentError extends NamedError {
  override readonly name = 'StatisticsArgumentError';

  constructor(
    readonly statistic: string,
    readonly argument: string,
    readonly value: unknown,
    expected: string,
  ) {
    super(`${statistic}: ${argument} is ${String(value)}; it must be ${expected}.`);
  }
}

/** Throws a StatisticsArgumentError unless the argument `isRight`. */
export function checkArgument(
  isRight: boolean,
  statistic: string,
  argument: string,
  value: number,
  expected: string,
): void {
  if (!isRight) throw new StatisticsArgumentError(statistic, argument, value, expected);
}

export function checkWhole(statistic: string, argument: string, value: number, least: number, most = Infinity): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const atMost = most === Infinity ? '' : ` and at most ${most}`;
  throw new StatisticsArgumentError(statistic, argument, value, `a whole number of at least ${least}${atMost}`);
}
