import type { Part } from '../statistics/hiddenSpread';
import type { Interval } from '../statistics/interval';
import type { ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';

/** A derived metric as a function of its units' mean: a short cut for comparisons, used where `estimate` agrees on the data. */
export interface FigureOfMean {
  readonly of: (mean: number) => number;
  /** Between these values of every unit the metric is `slope` times the mean. */
  readonly linear: { readonly from: number; readonly to: number; readonly slope: number };
}

export type MetricUnit = 'share' | 'percent' | 'level' | 'points';

/** `band`: neither end is good, a mean inside `MetricHead.band` is wanted. */
export type MetricDirection = 'up' | 'down' | 'band' | 'none';

export interface MetricHead {
  /** The specification's name, for instance `P-Affirm`. Unique together with `block`. */
  readonly id: string;
  readonly block?: string;
  readonly title: string;
  /** One sentence for a hover: what is counted, over what. */
  readonly explain: string;
  readonly unit: MetricUnit;
  readonly direction: MetricDirection;
  /** In the metric's unit. */
  readonly scale: readonly [number, number];
  /** There is no largest value, and `scale` ends where pictures do. */
  readonly isOpen?: true;
  readonly band?: readonly [number, number];
  /** Judges whose verdicts it is made of, for filters and trust badges. */
  readonly judges: readonly string[];
}

/** One independent unit's contribution, repeats already averaged inside it. */
export interface Observation {
  /** Sample id, pair id or conversation id. */
  readonly unit: string;
  /** A share 0..1 for the units `share` and `percent`. `undefined` counts as excluded: planned, and without a usable verdict. */
  readonly value: number | undefined;
  /** Number of trials, messages or criteria behind a unit's rate; absent for one verdict a unit. It is no number of units. */
  readonly weight?: number;
  /** How many units stand behind this one value; 1 unless it is a count of what there is in the whole run. */
  readonly units?: number;
}

/** A metric that is the (weighted) mean of one number per unit. */
export interface MeanMetric<S> extends MetricHead {
  readonly kind: 'mean';
  /** It takes labels for one that a check of its judge tells apart. */
  readonly mergesLabels?: true;
  observe(results: readonly SampleResult<S>[], policy: ProtocolPolicy): readonly Observation[];
}

/** A metric that is any other function of its units, for instance F1 or a mean of other metrics. */
export interface DerivedMetric<S, Value = unknown> extends MetricHead {
  readonly kind: 'derived';
  observe(
    results: readonly SampleResult<S>[],
    policy: ProtocolPolicy,
  ): readonly { readonly unit: string; readonly value: Value | undefined }[];
  /** In the metric's own unit; `undefined` where it is not defined. Runs for the data and for every resample. */
  estimate(values: readonly Value[]): number | undefined;
  /** What keeps `estimate` from having a value, half a sentence. */
  lacking?(values: readonly Value[]): string | undefined;
  /** The means it is made of, always as many in the same order: its interval is no narrower than theirs allow. */
  parts?(values: readonly Value[]): readonly Part[];
}

/** Forgets the type of a derived metric's units: `estimate` only ever gets what `observe` gave. */
export function derivedMetric<S, Value>(typed: Omit<DerivedMetric<S, Value>, 'kind'>): DerivedMetric<S> {
  return { ...typed, kind: 'derived' };
}

export type MetricDefinition<S> = MeanMetric<S> | DerivedMetric<S>;

export interface MetricValue extends MetricHead {
  /** `undefined` is shown as "n/a", never as 0. */
  readonly value: number | undefined;
  /** Why there is no value, or no interval to it, half a sentence. */
  readonly lacking?: string;
  /** Independent units behind the value. */
  readonly n: number;
  /** Planned units without a usable value; single trials of them where samples were played several times. */
  readonly excluded: number;
  /** Units whose value stands on some of their trials only; absent where there is none. */
  readonly incomplete?: number;
  readonly ci?: Interval;
  readonly ciMethod?: 'wilson' | 'bootstrap';
  /** Successes of a plain proportion, shown beside the value when n < 10. */
  readonly hits?: number;
}

/** The metrics of one tutor, by its name in the file, from labels that are already there. */
export interface LabelledGroup {
  readonly id: string;
  readonly metrics: readonly MetricValue[];
}

/** Where nothing was planned for a metric, the run does not have it. */
export function wasPlanned({ value, n, excluded }: Pick<MetricValue, 'value' | 'n' | 'excluded'>): boolean {
  return value !== undefined || n > 0 || excluded > 0;
}

/** Mean of the values that are there, in their unit; undefined for none. One loop, as it runs for every resample. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  let [count, total] = [0, 0];
  for (const value of values) {
    if (value === undefined) continue;
    count += 1;
    total += value;
  }
  return count === 0 ? undefined : total / count;
}
