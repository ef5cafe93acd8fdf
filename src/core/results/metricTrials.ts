import { metricName } from '../benchmark/aims';
import { factorOf, type MeanMetric } from '../benchmark/metric';
import { resultsFor } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { unitKey } from '../run/playOrder';
import type { RunSession } from '../run/runSession';
import { hasEnded } from '../store/statusTexts';
import type { Interval } from '../statistics/interval';
import { t } from '../text/countWords';
import { type MetricUnit, plainRange, signedNumber } from '../text/formatNumber';
import type { RuleEffect, RuleTarget } from './ruleModel';
import { sampleResults } from './slotLabels';
import { readTrial } from './trial';

/** Why a run that was cut off has no outcomes: read now and again after its end, too many would be significant. */
export function lackingEnd({ state }: Pick<RunSession, 'state'>): string | undefined {
  if (hasEnded(state.status?.status)) return undefined;
  return t`The run did not come to its end, so it has no outcomes. Resume it.`;
}

/** A mean over samples, by unit and trial. */
export interface MetricTrials extends Omit<RuleTarget, 'n'> {
  readonly metric: MeanMetric<Sample>;
  /** The metric by unit and trial, larger is better. */
  readonly trials: ReadonlyMap<string, readonly (number | undefined)[]>;
}

/** The named metrics that are means, with the verdicts of `judge`. A unit that lost all its trials is left out. */
export function metricTrials(session: RunSession, judge: string, wanted: readonly string[]): readonly MetricTrials[] {
  const { policy, items } = session;
  return [...new Set(items.map(({ benchmark }) => benchmark))].flatMap((benchmark) => {
    const read = items.filter((item) => item.benchmark === benchmark).map((item) => readTrial(session, item));
    const repeats = 1 + Math.max(...read.map(({ item }) => item.repeat));
    const byTrial = Array.from({ length: repeats }, (_, repeat) =>
      sampleResults(
        read.filter(({ item }) => item.repeat === repeat),
        [judge],
      ),
    );
    const units = [...new Set(read.map(({ item }) => unitKey(benchmark, item.sample)))];
    return benchmark.metrics.flatMap((metric): readonly MetricTrials[] => {
      const name = metricName(benchmark.id, metric);
      if (metric.kind !== 'mean' || !wanted.includes(name)) return [];
      const values = byTrial.map((results) => valuesOf(metric, resultsFor(metric, results), policy));
      const all = units.map((unit) => {
        const own = unit.slice(benchmark.id.length + 1);
        return [unit, values.map((trial) => trial.get(own))] as const;
      });
      // A unit that the metric never counts, or that lost all its trials, says nothing.
      const trials = new Map(all.filter(([, one]) => one.some((value) => value !== undefined)));
      return [{ metric, name, title: metric.title, unit: metric.unit, trials }];
    });
  });
}

function valuesOf(
  metric: MeanMetric<Sample>,
  ...[results, policy]: Parameters<MeanMetric<Sample>['observe']>
): ReadonlyMap<string, number> {
  const factor = factorOf(metric) * (metric.direction === 'down' ? -1 : 1);
  return new Map(
    metric
      .observe(results, policy)
      .flatMap(({ unit, value }) =>
        value === undefined || !Number.isFinite(value) ? [] : [[unit, value * factor] as const],
      ),
  );
}

/** No difference is larger than the metric's scale, if that has ends. */
export function withinScale(
  interval: Interval | undefined,
  { scale, isOpen }: Pick<MeanMetric<Sample>, 'scale' | 'isOpen'>,
): Interval | undefined {
  if (interval === undefined || isOpen === true) return interval;
  const span = scale[1] - scale[0];
  return { ...interval, low: Math.max(-span, interval.low), high: Math.min(span, interval.high) };
}

/** With its size and interval as text. */
export function shownEffect(
  { worth, interval }: Pick<RuleEffect, 'worth' | 'interval'>,
  p: number,
  unit: MetricUnit,
): RuleEffect {
  const range = interval && plainRange(interval, unit);
  const text = [signedNumber(worth, unit), ...(range === undefined ? [] : [`(${range})`])].join(' ');
  return { worth, p, text, ...(interval && { interval }) };
}
