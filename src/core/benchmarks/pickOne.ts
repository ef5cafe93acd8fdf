import type { Random } from '../statistics/random';

/** One of the options, each with the same chance. Throws `StatisticsArgumentError` when there are none. */
export function pickOne<T>(options: readonly T[], random: Random): T {
  return options[random.int(options.length)] as T;
}
