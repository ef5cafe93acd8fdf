import { metricName } from '../benchmark/aims';
import { asksAll, judgesNeeded, type LookDecision, unitsWithReplies } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { hasGivenReplies } from '../store/runManifest';
import { isFutile } from '../statistics/sequentialTest';
import { comparePair, type PairOptions } from './compareRuns';
import { type MetricComparison, significanceLevel } from './comparison';
import { mayGoOn } from './remainingSamples';

type LookOptions = Partial<PairOptions>;

/** The difference for which futility is judged if nobody names the smallest that matters, as a share of the scale. */
const usualSmallest = 0.1;

export type Settled = LookDecision['settled'][number];

const settling: ReadonlySet<string> = new Set(['better', 'worse', 'changed', 'equivalent', 'notWorse']);

/**
 * Whether a run can be decided while it goes on: it has an order, targets or guards, a baseline, and a tutor that is no
 * simulation.
 */
export function hasLooks(
  before: Pick<RunSession, 'manifest'>,
  after: Pick<RunSession, 'manifest'>,
  { allowSimulated }: Pick<LookOptions, 'allowSimulated'>,
): boolean {
  const isSimulated = before.manifest.tutor.simulated || after.manifest.tutor.simulated;
  const { sequence } = after.manifest;
  return (
    sequence !== undefined &&
    after.manifest.aims !== undefined &&
    !hasGivenReplies(after.manifest) &&
    (!isSimulated || allowSimulated === true)
  );
}

/**
 * What goes on after a look. What is settled stays so. Futility leaves a metric unjudged and its level untouched.
 * `undefined` from a limit on, if the baseline does not have all units of the file.
 */
export function decideLook(
  before: RunSession,
  after: RunSession,
  units: number,
  options: LookOptions = {},
): LookDecision | undefined {
  const inBaseline = unitsWithReplies(before);
  const { order = [], firstStop = Infinity } = after.manifest.sequence ?? {};
  if (units >= firstStop && !order.every((unit) => inBaseline.has(unit))) return undefined;
  const comparison = comparePair(before, after, { others: [], ...options, aimsOnly: true });
  const known = new Map<string, Settled>(
    after.state.looks.flatMap(({ settled = [] }) => settled.map((one) => [one.metric, one] as const)),
  );
  const shares = new Map(
    comparison.benchmarks.map(({ id }) => [id, plannedShare(before, inBaseline, after, id, units)]),
  );
  const rows = comparison.benchmarks.flatMap(({ id, metrics }) =>
    metrics.map((metric) => {
      return { name: metricName(id, metric), metric, planned: Math.round(metric.pairs * (shares.get(id) ?? 1)) };
    }),
  );
  const aimed = new Set([...comparison.aims.targets, ...comparison.aims.guards]);
  const { settled, open } = settledMetrics(rows, aimed, [...known.values()], options.smallest);
  const benchmarks = [...new Set(after.items.map(({ benchmark }) => benchmark))];
  // Nothing that could be decided is no reason to stop: the runs may not be comparable at all.
  // Against a baseline that was chosen for its score, everything looks worse.
  const isOver = open.size === 0 && settled.length > 0 && comparison.baselineWarning === undefined;
  return { judges: asksAll(after) ? undefined : judgesNeeded(benchmarks, open, after.items), settled, isOver };
}

interface LookedAt {
  readonly name: string;
  readonly metric: MetricComparison;
  /** Pairs that a run to the end would have. */
  readonly planned: number;
}

/** The metrics of `aimed` that are settled or futile, those `known` from earlier looks first, and those still open. */
export function settledMetrics(
  rows: readonly LookedAt[],
  aimed: ReadonlySet<string>,
  known: readonly Settled[],
  smallest?: number,
): { readonly settled: readonly Settled[]; readonly open: ReadonlySet<string> } {
  const open = new Set(aimed);
  const settled = known.filter(({ metric }) => open.has(metric));
  for (const { metric } of settled) open.delete(metric);
  for (const row of rows) {
    const outcome = open.has(row.name) ? outcomeOf(row, smallest) : undefined;
    if (outcome === undefined) continue;
    settled.push({ metric: row.name, outcome });
    open.delete(row.name);
  }
  return { settled, open };
}

function outcomeOf({ metric, planned }: LookedAt, smallest = 0): Settled['outcome'] | undefined {
  const { outcome, role, counts, pairs, planLevel = significanceLevel } = metric;
  if (settling.has(outcome)) return outcome as Settled['outcome'];
  if (role !== 'target' || outcome !== 'noEvidence' || counts === undefined) return undefined;
  const { improved: better, worse } = counts;
  const seen = { planned, seen: pairs, better, worse };
  return isFutile(seen, smallest > 0 ? smallest : usualSmallest, planLevel) ? 'futile' : undefined;
}

/** How many times the units seen so far both runs can have in all. */
function plannedShare(
  before: RunSession,
  inBaseline: ReadonlySet<string>,
  after: RunSession,
  benchmark: string,
  units: number,
): number {
  const { order = [], firstStop = order.length } = after.manifest.sequence ?? {};
  const own = order.filter((unit) => unit.startsWith(`${benchmark}/`));
  const seen = order.slice(0, units).filter((unit) => inBaseline.has(unit) && unit.startsWith(`${benchmark}/`)).length;
  // A limit leaves units of the file for later, and so does a baseline that can go on.
  const isForLater = mayGoOn(before) || inBaseline.size >= firstStop;
  const all = isForLater ? own.length : own.filter((unit) => inBaseline.has(unit)).length;
  return seen === 0 ? 1 : all / seen;
}
