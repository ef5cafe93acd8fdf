import { NamedError } from '../text/errors';

/** Thrown when a statistic is asked about impossible numbers (more successes than trials, a negative weight): a fault of the caller. */
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
  ...[first, ...rest]: ConstructorParameters<typeof StatisticsArgumentError>
): void {
  if (!isRight) throw new StatisticsArgumentError(first, ...rest);
}
