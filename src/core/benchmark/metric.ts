import type { Part } from '../statistics/hiddenSpread';
import type { Interval } from '../statistics/interval';
import type { ProtocolPolicy } from './protocolPolicy';
import type { SampleResult } from './sampleResult';

/**
 * A derived metric that is a function of the mean of its units' numbers: a short cut for comparisons. Each use is checked against the
 * metric's own `estimate` on the data at hand, which is used where the two differ.
 */
export interface FigureOfMean {
  readonly of: (mean: number) => number;
  /** Between these values of every unit the figure is `slope` times the mean. */
  readonly linear: { readonly from: number; readonly to: number; readonly slope: number };
}

export type MetricUnit = 'share' | 'percent' | 'level' | 'points';

/** `band`: neither end is good, a mean inside `MetricHead.band` is wanted. */
export type MetricDirection = 'up' | 'down' | 'band' | 'none';

/** All that a report needs to show a metric. */
export interface MetricHead {
  /** The specification's name, for instance `P-Affirm`. Unique together with `block`. */
  readonly id: string;
  readonly block?: string;
  readonly title: string;
  /** One sentence for a hover: what is counted, over what. */
  readonly explain: string;
  readonly unit: MetricUnit;
  readonly direction: MetricDirection;
  /** Smallest and largest possible value, in the metric's unit. */
  readonly scale: readonly [number, number];
  /** There is no largest value, and `scale` ends where pictures do. */
  readonly isOpen?: true;
  readonly band?: readonly [number, number];
  /** Judges whose verdicts it is made of, for filters and trust badges. */
  readonly judges: readonly string[];
}

/**
 * One independent unit's contribution, repeats already averaged inside it.
 * `value` is a share 0..1 for the units `share` and `percent`, the level itself for `level` and `points`;
 * `undefined` when the unit was planned for this metric and has no usable verdict: it is counted as excluded.
 */
export interface Observation {
  /** Sample id, pair id or conversation id. */
  readonly unit: string;
  readonly value: number | undefined;
  /** Number of plays, messages or criteria behind a unit's rate; absent for one verdict a unit. It is no number of units. */
  readonly weight?: number;
  /** How many units stand behind this one value; 1 unless it is a count of what there is in the whole run. */
  readonly units?: number;
}

/** A metric that is the (weighted) mean of one number per unit. */
export interface MeanMetric<S> extends MetricHead {
  readonly kind: 'mean';
  /** It asks less of a verdict than its judge was checked on, as it takes labels for one that a check tells apart. */
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
  /** What keeps `estimate` from having a figure, half a sentence. */
  lacking?(values: readonly Value[]): string | undefined;
  /** The means that the figure is made of, always as many in the same order: its interval is no narrower than theirs allow. */
  parts?(values: readonly Value[]): readonly Part[];
}

/** Forgets the type of a derived metric's units: `estimate` only ever gets what `observe` gave. */
export function derivedMetric<S, Value>(typed: Omit<DerivedMetric<S, Value>, 'kind'>): DerivedMetric<S> {
  return { ...typed, kind: 'derived' };
}

export type MetricDefinition<S> = MeanMetric<S> | DerivedMetric<S>;

/** A metric computed on one run with one judge. */
export interface MetricValue extends MetricHead {
  /** `undefined` is shown as "n/a", never as 0. */
  readonly value: number | undefined;
  /** Why there is no value, or no interval to it, half a sentence, where the metric can say: `no verdict for J3 per message`. */
  readonly lacking?: string;
  /** Independent units behind the value; a sample's plays, messages and criteria make it no more than one. */
  readonly n: number;
  /** What was planned for the metric and has no usable value: units, and where samples were played several times, single plays of them. */
  readonly excluded: number;
  /** Units whose value stands on some of their plays only; absent where there is none. */
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

/** Whether anything was planned for a metric of a run: where nothing was, the run does not have it. */
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
