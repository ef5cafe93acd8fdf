import type { Observation } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import type { JudgedTrial } from '../../../src/core/benchmarks/socratesbench/scores';
import { judged, socratesSample, withoutTheory } from './socratesFixtures';

/** One conversation's verdicts. */
export type ConversationVerdicts = Pick<JudgedTrial, 'j1Leak' | 'j2Fail' | 'j3Fail'>;

/** A rate in percent over the verdicts behind it. */
export interface ShownRate {
  readonly n: number;
  readonly value: number | undefined;
}

const marksOf = (fails: readonly (boolean | undefined)[]): string =>
  fails.map((fail) => (fail === undefined ? '?' : fail ? 'x' : '.')).join('');

/** The rates that a run with these verdicts shows, by metric: the verdicts go through the metric definitions. */
export function scoresByMetrics(
  conversations: readonly ConversationVerdicts[],
  withTheory: boolean,
): Readonly<Record<string, ShownRate>> {
  const sample = socratesSample(withTheory ? {} : withoutTheory);
  const repeats = conversations.map(({ j1Leak, j2Fail, j3Fail }, repeat) =>
    judged(sample, repeat, {
      j1: j1Leak === undefined ? undefined : j1Leak ? 'leak' : 'clean',
      j2: marksOf(j2Fail),
      j3: marksOf(j3Fail ?? []),
    }),
  );
  const metrics = socratesBench.metrics.filter(({ block }) => block === (withTheory ? 'theory' : 'noTheory'));
  return Object.fromEntries(
    metrics.map((metric) => {
      const options = { seed: 1, resamples: 2, policy: defaultPolicy } as const;
      const { value } = metricValue(metric, [{ sample, repeats }], options);
      const units: readonly Observation[] =
        metric.kind === 'mean' ? metric.observe([{ sample, repeats }], defaultPolicy) : [];
      const n = units.reduce((sum, { weight = 0 }) => sum + weight, 0);
      return [metric.id, { n, value }];
    }),
  );
}
