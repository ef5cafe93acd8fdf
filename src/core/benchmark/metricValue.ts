import { bootstrapInterval, resamplesFor } from '../statistics/bootstrap';
import { type Part, spreadInterval, withHiddenSpread } from '../statistics/hiddenSpread';
import { type Interval, wilsonInterval } from '../statistics/interval';
import { createRandom } from '../statistics/random';
import { t } from '../text/countWords';
import type { MeanMetric, MetricDefinition, MetricMetadata, MetricValue, Observation } from './metric';
import { factorOf } from './metric';
import type { ProtocolPolicy } from './protocolPolicy';
import { ofRepeat, resultsFor, type SampleResult } from './sampleResult';

export interface MetricValueOptions {
  readonly seed: number | string;
  /** Upper limit; large numbers of units get fewer. */
  readonly resamples: number;
  readonly policy?: ProtocolPolicy;
}

/** One metric of one run and judge: Wilson’s interval for pass or fail, else a bootstrap; `undefined` without units. */
export function metricValue<S>(
  definition: MetricDefinition<S>,
  all: readonly SampleResult<S>[],
  options: MetricValueOptions,
): MetricValue {
  const results = resultsFor(definition, all);
  const policy = options.policy ?? {};
  const metadata = metadataOf(definition);
  if (definition.kind === 'mean') {
    const observations = definition.observe(results, policy);
    const value = meanValue(definition, observations, options);
    return { ...metadata, ...value, ...unscoredTrials(definition, observations, results, policy) };
  }
  const observations = definition.observe(results, policy);
  const values = observations.map(({ value }) => value).filter((value) => value !== undefined);
  const value = values.length === 0 ? undefined : definition.estimate(values);
  const counts = { ...metadata, n: values.length, excluded: observations.length - values.length };
  const unscored = unscoredTrials(definition, observations, results, policy);
  if (value === undefined || !Number.isFinite(value)) {
    const lacking = definition.lacking?.(values);
    return { ...counts, value: undefined, ...(lacking === undefined ? {} : { lacking }), ...unscored };
  }
  const parts = definition.parts?.(values);
  const spread = resampled(definition, options, values, (drawn) => definition.estimate(drawn), value, parts);
  return { ...counts, value, ...spread, ...unscored };
}

export function metadataOf(definition: MetricMetadata): MetricMetadata {
  const { id, block, title, explain, unit, direction, scale, band, judges } = definition;
  const named = { id, ...(block === undefined ? {} : { block }), title, explain };
  return { ...named, unit, direction, scale, ...(band === undefined ? {} : { band }), judges };
}

/** A unit has a value if one of its trials has. Empty if samples were played once. */
function unscoredTrials<S>(
  definition: MetricDefinition<S>,
  observations: readonly { readonly unit: string; readonly value: unknown }[],
  results: readonly SampleResult<S>[],
  policy: ProtocolPolicy,
): Pick<MetricValue, 'excluded' | 'incomplete'> | undefined {
  const rounds = new Set(results.flatMap(({ repeats }) => repeats.map(({ repeat }) => repeat)));
  if (rounds.size < 2 || observations.length === 0) return undefined;
  const lacking = [...rounds].flatMap((round) => {
    const played = results.flatMap((result) => ofRepeat(result, round));
    return definition.observe(played, policy).flatMap(({ unit, value }) => (value === undefined ? [unit] : []));
  });
  const valued = new Set(observations.flatMap(({ unit, value }) => (value === undefined ? [] : [unit])));
  const without = observations.filter(({ value }) => value === undefined).length;
  const incomplete = new Set(lacking.filter((unit) => valued.has(unit))).size;
  // A metric over the whole run may observe nothing in a single round.
  return { excluded: Math.max(without, lacking.length), ...(incomplete === 0 ? {} : { incomplete }) };
}

function meanValue<S>(
  definition: MeanMetric<S>,
  observations: readonly Observation[],
  options: MetricValueOptions,
): Pick<MetricValue, 'value' | 'n' | 'excluded' | 'hits' | 'ci' | 'ciMethod' | 'lacking'> {
  const usable = observations.flatMap(({ value, weight = 1, units = 1 }) =>
    value === undefined || !Number.isFinite(value) ? [] : [{ value, weight, units }],
  );
  const n = usable.reduce((sum, { units }) => sum + units, 0);
  const base = { n, excluded: observations.length - usable.length };
  const weighted = areWeighted(usable);
  const factor = factorOf(definition);
  const mean = (of: readonly { readonly value: number; readonly weight: number }[]): number | undefined => {
    let total = 0;
    let whole = 0;
    for (const { value, weight } of of) {
      total += weighted ? value * weight : value;
      whole += weighted ? weight : 1;
    }
    return whole > 0 ? (total / whole) * factor : undefined;
  };
  const value = mean(usable);
  if (value === undefined) return { ...base, value };
  if (isShare(definition) && !weighted && usable.every((one) => one.value === 0 || one.value === 1)) {
    const hits = usable.filter((one) => one.value === 1).length;
    const ci = wilsonInterval(hits, n);
    const scaled = ci && { ...ci, low: ci.low * factor, high: ci.high * factor };
    return { ...base, value, hits, ...(scaled === undefined ? {} : { ci: scaled, ciMethod: 'wilson' }) };
  }
  return { ...base, value, ...resampled(definition, options, usable, mean, value) };
}

/** With equal weights, the weighted mean is a plain mean. */
export function areWeighted(units: readonly { readonly weight?: number }[]): boolean {
  return units.some(({ weight = 1 }) => weight !== (units[0]?.weight ?? 1));
}

/** Whether this is a share of units, and not points that may be negative. */
export function isShare({ unit, scale }: Pick<MetricMetadata, 'unit' | 'scale'>): boolean {
  return (unit === 'share' || unit === 'percent') && scale[0] === 0;
}

/** Without any spread between units, Wilson's limits show how much could be hidden; this needs a share. */
function resampled<T>(
  { id, block = '', scale, isOpen }: MetricMetadata,
  { seed, resamples }: MetricValueOptions,
  units: readonly T[],
  estimate: (drawn: readonly T[]) => number | undefined,
  value: number,
  parts: readonly Part[] = [],
): { readonly ci?: Interval; readonly ciMethod?: 'wilson' | 'bootstrap'; readonly lacking?: string } {
  // One random stream per metric, so that an interval does not depend on which other metrics are shown.
  const random = createRandom(`${seed}/${block}/${id}`);
  const drawn = bootstrapInterval(units, estimate, { random, resamples: resamplesFor(units.length, resamples) });
  if (drawn === undefined) return {};
  const spread = spreadInterval(drawn, { value, units: units.length, scale }) ?? drawn;
  if (spread !== drawn && isOpen === true)
    return {
      lacking: t`all ${units.length} are equal, and the scale has no maximum to limit how others can differ`,
    };
  const widened = withHiddenSpread(drawn, value, parts, scale);
  return { ci: widened === drawn ? spread : widened, ciMethod: spread === drawn ? 'bootstrap' : 'wilson' };
}
