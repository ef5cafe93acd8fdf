import { t } from '../text/countWords';
import type { Benchmark, Benchmarks } from './benchmark';
import type { MetricMetadata } from './metric';
import type { BenchmarkId } from './samples';

/** What a prompt is meant to improve, and what must not suffer. Names of metrics as `metricName` gives them. */
export interface Aims {
  readonly targets: readonly string[];
  readonly guards: readonly string[];
}

/** Nobody named a metric, so the headlines are the targets. */
export const noAims: Aims = { targets: [], guards: [] };

export function namesAny({ targets, guards }: Aims = noAims): boolean {
  return targets.length + guards.length > 0;
}

/** What a guard may lose, as a share of its scale. */
export const usualGuardMargin = 0.1;

/** In the metric's unit. A scale from −a to a is one of differences of values from 0 to a, so its share is of a. */
export function marginOfGuard([low, high]: MetricMetadata['scale'], share: number): number {
  return share * (low < 0 ? high : high - low);
}

/** `exploratory` metrics are shown with differences and intervals, but not tested. */
export type MetricRole = 'target' | 'guard' | 'exploratory';

/** `guideeval/accErr/P-Redirect`. */
export function metricName(benchmark: BenchmarkId, { block, id }: Pick<MetricMetadata, 'block' | 'id'>): string {
  return [benchmark, block, id].filter((part) => part !== undefined && part !== '').join('/');
}

/** The up to three metrics that summarise a benchmark. */
export function headlineNames({ id, headlines, metrics }: Benchmark): readonly string[] {
  return headlines?.map((name) => `${id}/${name}`) ?? metrics.slice(0, 1).map((metric) => metricName(id, metric));
}

/** Names the headline metrics of each benchmark as targets, so that only they are judged. */
export const headlineTargets = 'headlines';

/** The full name of a metric. Without a block it is the one over all samples, else that of the first block. */
export function readMetricName(
  text: string,
  benchmarks: Benchmarks,
): { readonly name: string } | { readonly problem: string } {
  const [id = '', ...rest] = text.split('/');
  const benchmark = benchmarks.get(id);
  if (benchmark === undefined || rest.length === 0) {
    const [first] = [...benchmarks.values()].flatMap(headlineNames);
    return { problem: t`“${text}” names no metric. Write benchmark/metric, for instance ${first ?? ''}.` };
  }
  const own = rest.join('/');
  const matches = benchmark.metrics.filter((metric) => own === metric.id || metricName(id, metric) === `${id}/${own}`);
  const found = matches.find(({ block }) => block === 'all') ?? matches[0];
  if (found !== undefined && (found.direction === 'none' || (found.direction === 'band' && found.band === undefined)))
    return { problem: t`“${text}” has no better direction, so a prompt cannot aim at it.` };
  if (found !== undefined) return { name: metricName(id, found) };
  const known = [...new Set(benchmark.metrics.map((metric) => metric.id))];
  const shown = known.slice(0, 12).join(', ');
  const more = known.length > 12 ? t`, and ${known.length - 12} more` : '';
  return { problem: t`${benchmark.title} has no metric “${own}”. It has: ${shown}${more}.` };
}

/** `named` first: what it names replaces only its own kind, and a metric that it names keeps no other role. */
export function mergedAims(named: Aims | undefined, stored: Aims | undefined): Aims {
  const { targets = [], guards = [] } = named ?? {};
  return {
    targets: targets.length > 0 ? targets : (stored?.targets ?? []).filter((name) => !guards.includes(name)),
    guards: guards.length > 0 ? guards : (stored?.guards ?? []).filter((name) => !targets.includes(name)),
  };
}

/** The roles of metrics that are not exploratory. Without targets, headlines are targets unless they are guards. */
export function rolesOf(
  benchmarks: readonly Benchmark[],
  { targets, guards }: Aims,
): ReadonlyMap<string, Exclude<MetricRole, 'exploratory'>> {
  const names = new Set(benchmarks.flatMap(({ id, metrics }) => metrics.map((metric) => metricName(id, metric))));
  const named = targets.filter((name) => names.has(name));
  const wanted = named.length > 0 ? named : benchmarks.flatMap(headlineNames);
  return new Map([
    ...wanted.map((name) => [name, 'target'] as const),
    ...guards.filter((name) => names.has(name) && !named.includes(name)).map((name) => [name, 'guard'] as const),
  ]);
}

/** The names of metrics by their role. */
export function aimsOf(roles: ReturnType<typeof rolesOf>): Aims {
  const of = (wanted: MetricRole): readonly string[] =>
    [...roles].flatMap(([name, role]) => (role === wanted ? [name] : []));
  return { targets: of('target'), guards: of('guard') };
}
