import { metricName, type MetricRole, noAims, rolesOf, usualGuardMargin } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { standInDialogue } from '../benchmark/dialogue';
import type { SampleResult } from '../benchmark/sampleResult';
import { groupedBy, type Sample } from '../benchmark/samples';
import { guardPower, leastWins } from '../statistics/power';
import { sum } from '../statistics/sum';
import type { RecentRun } from '../store/readJournal';
import { hasGivenReplies, modelName, type RunManifest } from '../store/runManifest';
import { slotKey } from './askJudge';
import type { RunSession } from './runSession';
import type { WorkItem } from './workItem';

/** The share of replies that another prompt changes, if nothing is known. */
const usualShare = 0.3;
/** As many units as each headline metric should have. */
export const goodUnits = 120;

/** What a comparison of one target can show at all. */
export interface ProvableEdit {
  readonly benchmark: Pick<Benchmark, 'id' | 'title' | 'moreUnits'>;
  /** The full name of the target. */
  readonly target: string;
  readonly title: string;
  readonly units: number;
  /** Trials of a unit: more than 1 with repeats, and where a unit has several samples. */
  readonly trials: number;
  /** The share of replies that change. */
  readonly changed: ChangedShare;
  /** Least share of the changed units that an edit must win; `undefined` where even winning all proves nothing. */
  readonly wins: number | undefined;
  /** The same with `goodUnits`. */
  readonly winsOfMore: number | undefined;
}

interface ChangedShare {
  readonly share: number;
  /** Pairs of verdicts on two trials of one sample that the share is from; 0 if it is assumed. */
  readonly pairs: number;
}

export type ObservedChanges = (benchmark: string, judges: readonly string[]) => ChangedShare | undefined;

/** What a comparison of one guard can show. */
export interface ProvableGuard extends ReturnType<typeof guardPower> {
  readonly benchmark: ProvableEdit['benchmark'];
  readonly guard: string;
  readonly units: number;
  readonly margin: number;
}

/** Empty where neither a comparison nor a confirmation decides. */
export function provableAims(
  session: RunSession,
  changes: ObservedChanges = () => undefined,
  margin = usualGuardMargin,
): { readonly edits: readonly ProvableEdit[]; readonly guards: readonly ProvableGuard[] } {
  const { level, guardMargin = margin } = session.manifest.edits ?? {};
  // Intervals at the last of eight looks are those of 97 %. A confirmation has one look.
  const alpha = level === undefined ? 0.03 : 0.05;
  const all = plannedAims(session, changes);
  const targets = all.filter(({ role }) => role === 'target');
  const edits = targets.map(({ benchmark, name: target, title, units, trials, changed }): ProvableEdit => {
    // A unit with several trials changes if one of them does.
    const share = 1 - (1 - changed.share) ** trials;
    const winsOf = (n: number): number | undefined =>
      leastWins({ units: n, changed: share, alpha: (level ?? 0.05) / targets.length });
    return { benchmark, target, title, units, trials, changed, wins: winsOf(units), winsOfMore: winsOf(goodUnits) };
  });
  const guards = all.flatMap(({ role, benchmark, name: guard, units, trials, changed }): readonly ProvableGuard[] => {
    if (role !== 'guard') return [];
    // The mean of several trials varies less.
    const plan = { units, changed: changed.share / trials, margin: guardMargin, alpha };
    return [{ benchmark, guard, units, margin: guardMargin, ...guardPower(plan) }];
  });
  return { edits, guards };
}

interface PlannedAim extends Pick<ProvableEdit, 'benchmark' | 'title' | 'units' | 'trials' | 'changed'> {
  readonly name: string;
  readonly role: MetricRole;
}

function plannedAims(session: RunSession, changes: ObservedChanges): readonly PlannedAim[] {
  const { manifest, policy } = session;
  if (manifest.tutor.simulated || hasGivenReplies(manifest)) return [];
  if (manifest.purpose !== undefined && manifest.edits?.level === undefined) return [];
  // A confirmation plays each prompt once.
  const items = session.items.filter(({ repeat }) => manifest.edits === undefined || repeat === 0);
  const played = groupedBy(items, ({ benchmark }) => benchmark.id);
  const benchmarks = [...played.values()].flatMap(([first]) => first?.benchmark ?? []);
  const roles = rolesOf(benchmarks, manifest.aims ?? noAims);
  return benchmarks.flatMap((benchmark): readonly PlannedAim[] => {
    const own = played.get(benchmark.id) ?? [];
    const results = unplayed(own, session);
    // Unpaired trials are two groups, for which this computation does not hold.
    if (benchmark.trialsAreUnits?.(results) === true) return [];
    const all = groupedBy(own, ({ sample }) => benchmark.unitOf(sample));
    return benchmark.metrics.flatMap((metric): readonly PlannedAim[] => {
      const name = metricName(benchmark.id, metric);
      const role = roles.get(name);
      if (role === undefined) return [];
      const observed = new Set(metric.observe(results, policy).map(({ unit }) => unit));
      // Some metrics know their units only from verdicts.
      const units = observed.size === 0 ? all.size : observed.size;
      const found = [...all].filter(([unit]) => observed.has(unit));
      const counted = found.length === 0 ? [...all] : found;
      const trials = Math.max(1, sum(counted.map(([, members]) => members.length)) / counted.length);
      const changed = changes(benchmark.id, metric.judges) ?? { share: usualShare, pairs: 0 };
      return [{ benchmark, name, role, title: metric.title, units, trials, changed }];
    });
  });
}

/** Results as metrics see them before any verdict is there. */
function unplayed(items: readonly WorkItem[], session: RunSession): readonly SampleResult<Sample>[] {
  return [...groupedBy(items, ({ sample }) => sample.id).values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const dialogue = standInDialogue(session.planOf(first));
    const repeats = [first, ...more].map(({ repeat }) => ({ repeat, dialogue, verdicts: [] }));
    return [{ sample: first.sample, repeats }];
  });
}

const enoughPairs = 30;
const mostJournals = 6;

/** How often two trials of one prompt by this tutor have other verdicts of this judge. */
export async function observeChanges(coming: RunManifest, runs: AsyncIterable<RecentRun>): Promise<ObservedChanges> {
  const labels = new Map<string, { readonly benchmark: string; readonly judge: string; readonly all: unknown[] }>();
  const [judge] = coming.judges.map(modelName);
  let read = 0;
  for await (const run of runs) {
    const { manifest } = run;
    const isAlike = modelName(manifest.tutor) === modelName(coming.tutor) && !manifest.tutor.simulated;
    // Trials of other texts and of failing cases say nothing of one prompt.
    if (manifest.purpose !== undefined || !isAlike || !manifest.judges.some((one) => modelName(one) === judge))
      continue;
    if ((read += 1) > mostJournals) break;
    for (const record of await run.records()) {
      if (record.kind !== 'judged' || record.judgeModel !== judge) continue;
      const [, benchmark = '', sample = ''] = /^([^/]*)\/(.*)#\d+$/s.exec(record.item) ?? [];
      for (const verdict of record.verdicts) {
        if (verdict.status !== 'ok') continue;
        const key = JSON.stringify([manifest.prompt.revision, benchmark, sample, record.version, slotKey(verdict)]);
        const known = labels.get(key) ?? { benchmark, judge: verdict.judge, all: [] };
        known.all.push(verdict.label);
        labels.set(key, known);
      }
    }
  }
  return (benchmark, judges) => {
    let [pairs, other] = [0, 0];
    for (const { all, ...known } of labels.values()) {
      if (known.benchmark !== benchmark || !judges.includes(known.judge)) continue;
      for (let trial = 1; trial < all.length; trial++) {
        pairs += 1;
        other += all[trial] === all[trial - 1] ? 0 : 1;
      }
    }
    return pairs < enoughPairs || other === 0 ? undefined : { share: other / pairs, pairs };
  };
}
