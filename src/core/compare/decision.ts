import { countWords, moreSamplesWords, t } from '../text/countWords';
import { formatCost } from '../text/formatNumber';
import type { Comparison, MetricComparison, MetricOutcome } from './comparison';

/**
 * `adopt`: a target is better, and no guard loses more than its margin. `tradeOff`: a target is better, and a target or
 * a guard is worse. `notSettled`: more samples may decide. `chosenAfterwards`: nothing is decided, because targets or
 * guards were named after the run.
 */
export type DecisionKind = 'adopt' | 'reject' | 'tradeOff' | 'notSettled' | 'chosenAfterwards';

export interface Decision {
  readonly kind: DecisionKind;
  /** What would probably settle it; absent if it is settled or if that cannot be told. */
  readonly more?: { readonly samples: number; readonly calls: number; readonly usd: number | undefined };
  /** The baseline was chosen for its score, so a fresh run of it has to come first. */
  readonly needsBaseline?: true;
}

export const decisionTitles: Readonly<Record<DecisionKind, string>> = {
  adopt: t`Adopt`,
  reject: t`Reject`,
  tradeOff: t`Trade-off`,
  notSettled: t`Not settled`,
  chosenAfterwards: t`Chosen afterwards`,
};

/** Outcomes that say nothing about the prompt. */
export const untested: ReadonlySet<MetricOutcome> = new Set(['tooFew', 'simulated', 'notComparable', 'exploratory']);

/** `undefined` if no target could be tested and no guard is worse. */
export function decisionOf(comparison: Comparison): Decision | undefined {
  const { benchmarks, perSample, perBaselineSample, namedAfter, baselineWarning } = comparison;
  const rows = benchmarks.flatMap((benchmark) => benchmark.metrics.map((metric) => ({ benchmark, metric })));
  const aimed = rows.filter(({ metric }) => !untested.has(metric.outcome));
  const targets = aimed.filter(({ metric }) => metric.role === 'target');
  // A guard that could not be compared leaves the decision open.
  const guards = rows.filter(({ metric }) => metric.role === 'guard');
  const isBetter = targets.some(({ metric }) => metric.outcome === 'better');
  const isWorse = aimed.some(({ metric }) => metric.outcome === 'worse');
  if (targets.length === 0 && !isWorse) return undefined;
  if (namedAfter !== undefined) return { kind: 'chosenAfterwards' };
  if (baselineWarning !== undefined) return { kind: 'notSettled', needsBaseline: true };
  if (isWorse) return { kind: isBetter ? 'tradeOff' : 'reject' };
  const openGuards = guards.filter(({ metric }) => metric.outcome !== 'notWorse');
  if (isBetter && openGuards.length === 0) return { kind: 'adopt' };
  // One better target is enough, but every guard must hold.
  const open = targets.filter(({ metric }) => metric.outcome !== 'better' && metric.outcome !== 'equivalent');
  const moreOf = ({ benchmark, metric }: (typeof rows)[number]): number | undefined =>
    moreSamples(metric, benchmark.samples.both);
  const [least] = open.flatMap((row) => moreOf(row) ?? []).sort((one, other) => one - other);
  const needed = [...(isBetter ? [] : [least]), ...openGuards.map(moreOf)];
  if (needed.some((more) => more === undefined)) return { kind: 'notSettled' };
  const samples = Math.max(...needed.filter((more) => more !== undefined));
  // Samples that the earlier run lacks, too, are run with both texts.
  const twice = Math.max(0, samples - Math.min(...rows.map(({ benchmark }) => benchmark.samples.beforeOnly.length)));
  const costOf = (later?: number, earlier?: number): number | undefined =>
    later === undefined || earlier === undefined ? undefined : samples * later + twice * earlier;
  const calls = Math.ceil(costOf(perSample.calls, perBaselineSample.calls) ?? 0);
  return { kind: 'notSettled', more: { samples, calls, usd: costOf(perSample.usd, perBaselineSample.usd) } };
}

/** Samples beyond the shared `samples`, at their ratio of units; `undefined` if unknown or if trials are the units. */
export function moreSamples({ needed, pairs }: MetricComparison, samples: number): number | undefined {
  if (needed === undefined || pairs === 0 || needed <= pairs) return undefined;
  return Math.ceil(((needed - pairs) * samples) / pairs);
}

/** `needs about 31 more samples (93 calls, $0.40)`. */
export function moreWords({ more, needsBaseline }: Decision): string | undefined {
  if (needsBaseline === true) return t`run the baseline again first`;
  if (more === undefined) return undefined;
  const { samples, calls, usd = 0 } = more;
  const cost = [calls > 0 && countWords(calls, 'call', 'calls'), usd > 0 && formatCost(usd)].filter(Boolean);
  return moreSamplesWords(samples, cost.length > 0 ? ` (${cost.join(', ')})` : '');
}
