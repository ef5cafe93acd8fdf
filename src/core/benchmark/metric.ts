import type { Part } from '../statistics/hiddenSpread';
import type { Interval } from '../statistics/interval';
import type { MetricUnit } from '../text/formatNumber';
import type { ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';

/** A derived metric as a function of its units' mean: a shortcut, used where it agrees with `estimate` on the data. */
export interface StatisticOfMean {
  readonly of: (mean: number) => number;
  /** If every unit lies between these values, the metric is `slope` times the mean. */
  readonly linear: { readonly from: number; readonly to: number; readonly slope: number };
}

/** `band`: neither end is good; the mean should lie inside `band`. */
type MetricDirection = 'up' | 'down' | 'band' | 'none';

export interface MetricMetadata {
  /** The specification's name, for instance `P-Affirm`. Unique within `block`. */
  readonly id: string;
  readonly block?: string;
  readonly title: string;
  /** One sentence for a hover: what is counted, over what. */
  readonly explain: string;
  readonly unit: MetricUnit;
  readonly direction: MetricDirection;
  /** In the metric's unit. */
  readonly scale: readonly [number, number];
  /** There is no maximum; `scale` only limits pictures. */
  readonly isOpen?: true;
  readonly band?: readonly [number, number];
  /** Judges whose verdicts it uses, for filters and trust badges. */
  readonly judges: readonly string[];
}

/** One independent unit's contribution, already averaged over its repeats. */
export interface Observation {
  /** Sample id, pair id or conversation id. */
  readonly unit: string;
  /** 0 to 1 for the units `share` and `percent`. `undefined` is excluded: planned, but without a usable verdict. */
  readonly value: number | undefined;
  /** Trials, messages or criteria behind a unit's rate; absent for one verdict per unit. Not a count of units. */
  readonly weight?: number;
  /** Units behind this value; more than 1 only if it counts things over the whole run. */
  readonly units?: number;
}

/** A metric that is the (weighted) mean of one number per unit. */
export interface MeanMetric<S> extends MetricMetadata {
  readonly kind: 'mean';
  /** It treats labels as equal that its judge's check tells apart. */
  readonly mergesLabels?: true;
  observe(results: readonly SampleResult<S>[], policy: ProtocolPolicy): readonly Observation[];
}

/** A metric that is any other function of its units, for instance F1. */
export interface DerivedMetric<S, Value = unknown> extends MetricMetadata {
  readonly kind: 'derived';
  observe(
    results: readonly SampleResult<S>[],
    policy: ProtocolPolicy,
  ): readonly { readonly unit: string; readonly value: Value | undefined }[];
  /** In the metric's unit; `undefined` if not defined. Runs for the data and for every resample. */
  estimate(values: readonly Value[]): number | undefined;
  /** Why `estimate` has no value: half a sentence. */
  lacking?(values: readonly Value[]): string | undefined;
  /** The means it combines, always in the same order. Its interval is no narrower than theirs allow. */
  parts?(values: readonly Value[]): readonly Part[];
}

/** Erases the unit type. This is safe because `estimate` only receives what `observe` returned. */
export function derivedMetric<S, Value>(typed: Omit<DerivedMetric<S, Value>, 'kind'>): DerivedMetric<S> {
  return { ...typed, kind: 'derived' };
}

export type MetricDefinition<S> = MeanMetric<S> | DerivedMetric<S>;

export interface MetricValue extends MetricMetadata {
  /** `undefined` is shown as "n/a", never as 0. */
  readonly value: number | undefined;
  /** Why there is no value or no interval: half a sentence. */
  readonly lacking?: string;
  /** Independent units behind the value. */
  readonly n: number;
  /** Planned units without a usable value; counts single trials if samples were played several times. */
  readonly excluded: number;
  /** Units whose value rests on only some of their trials; absent if there are none. */
  readonly incomplete?: number;
  readonly ci?: Interval;
  readonly ciMethod?: 'wilson' | 'bootstrap';
  /** Successes of a plain proportion, shown when n < 10. */
  readonly hits?: number;
}

/** The metrics of one tutor in the file, from existing labels. */
export interface LabelledGroup {
  readonly id: string;
  readonly metrics: readonly MetricValue[];
}

/** A metric with nothing planned is not part of the run. */
export function wasPlanned({ value, n, excluded }: Pick<MetricValue, 'value' | 'n' | 'excluded'>): boolean {
  return value !== undefined || n > 0 || excluded > 0;
}

/** `undefined` unless both are known. */
export function differenceOf(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}

/** More is better. */
export const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;

/** Mean metrics are computed as shares; this factor converts them to the metric's own unit. */
export function factorOf({ kind, unit }: Pick<MetricDefinition<never>, 'kind' | 'unit'>): number {
  return kind === 'mean' && unit === 'percent' ? 100 : 1;
}

/** Ignores missing values; `undefined` without any. One loop, because it runs for every resample. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let [count, total] = [0, 0];
  for (const value of values) {
    if (value === undefined) continue;
    count += 1;
    total += value;
  }
  return count === 0 ? undefined : total / count;
}
