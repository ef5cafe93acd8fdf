import { type Aims, headlineNames, metricName, noAims } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { t } from '../text/countWords';
import { ChoiceError } from './runChoices';

/**
 * The targets and guards of a run that tries several texts on the same units: means over samples, which are better high
 * or low. Without a named target it is the first of each benchmark, since each further one makes outcomes rarer. Throws
 * `ChoiceError`.
 */
export function meanAims(benchmarks: readonly Benchmark[], aims: Aims = noAims): Aims {
  const able = benchmarks.map((benchmark) =>
    benchmark.metrics
      .filter(({ kind, direction }) => kind === 'mean' && (direction === 'up' || direction === 'down'))
      .map((metric) => metricName(benchmark.id, metric)),
  );
  const usual = benchmarks.flatMap((benchmark, index) =>
    [...headlineNames(benchmark), ...(able[index] ?? [])].filter((name) => able[index]?.includes(name)).slice(0, 1),
  );
  const all = new Set(able.flat());
  const targets = aims.targets.length > 0 ? aims.targets.filter((name) => all.has(name)) : usual;
  if (targets.length === 0)
    throw new ChoiceError(
      t`Here targets must be means over samples. Not a mean: ${aims.targets.join(', ')}. Name another target.`,
    );
  return { targets, guards: aims.guards.filter((name) => all.has(name) && !targets.includes(name)) };
}
