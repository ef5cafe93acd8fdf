import { isDeepStrictEqual } from 'node:util';
import { factorOf, type MetricDefinition } from '../benchmark/metric';
import { ofRepeat } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import type { RunSession } from '../run/runSession';
import type { PermutedStatistic } from '../statistics/jointTest';
import { sum } from '../statistics/sum';
import { hasEnded } from '../store/statusTexts';
import type { LeftOutReason, LeftOutRun } from './comparison';
import type { ObservedUnit, PairedStatistic, RunResults, UnitPair, UnitTrials } from './pairedStatistic';
import { runObservations } from './pairedStatistic';
import { runsOfSameText } from './sameText';

/**
 * `alike`: further runs of the earlier text that differ from the earlier run by chance alone, which shows what chance
 * does. `evidence`: those of them that count as evidence about the text, the first one first. None is chosen by its
 * result: it ended, and it was made before the later run. A run that was ordered after the later replies were seen
 * could be repeated until it suits.
 */
export function furtherRuns(
  before: RunSession,
  after: RunSession,
  others: readonly RunSession[],
  judge: string,
  chosenBy: readonly string[] = [],
): Readonly<Record<'evidence' | 'alike', readonly RunSession[]>> & { readonly leftOut: readonly LeftOutRun[] } {
  const madeAt = ({ manifest: { repliesAt, createdAt, runId } }: RunSession): string =>
    `${repliesAt ?? createdAt} ${runId}`;
  const reasonAgainst = (run: RunSession): LeftOutReason | undefined => {
    if (chosenBy.includes(run.manifest.runId)) return 'chosen';
    if (run.lacksScores || !hasEnded(run.state.status?.status)) return 'unfinished';
    return madeAt(run) < madeAt(after) ? undefined : 'late';
  };
  const compared = [before, after].map(({ manifest }) => manifest.runId);
  const further = others.filter(
    ({ manifest: { runId, purpose } }) => purpose === undefined && !compared.includes(runId),
  );
  const able = further.filter((run) => reasonAgainst(run) === undefined);
  const unable = further.filter((run) => !able.includes(run));
  able.sort((one, other) => madeAt(one).localeCompare(madeAt(other)));
  // Those that may count come first, or they could be left out as copies of others.
  const { groups, leftOut } = runsOfSameText([before, ...able, ...unable], judge);
  const reasons = new Map(leftOut.map(({ runId, reason }) => [runId, reason]));
  return {
    // Judging the same replies again is not another trial.
    evidence: groups.flatMap(([first]) => (able.includes(first) ? [first] : [])),
    alike: groups.flat().filter((run) => run !== before),
    leftOut: [...unable, ...able].flatMap((run) => {
      const { runId } = run.manifest;
      const reason = reasonAgainst(run) ?? reasons.get(runId);
      return reason === undefined ? [] : [{ runId, reason }];
    }),
  };
}

/** The pairs with the trials of each unit, and the mean over all trials as value. One of each leaves them as is. */
export function withTrials(
  definition: MetricDefinition<Sample>,
  pairs: readonly UnitPair[],
  before: RunResults,
  after: RunResults,
): readonly UnitPair[] {
  const further = before.further ?? [];
  if (further.length === 0 && trialCount(before) === 1 && trialCount(after) === 1) return pairs;
  const earlier = [before, ...further].flatMap((run) => trialsOf(definition, run));
  const later = trialsOf(definition, after);
  return pairs.map((pair) => {
    // A trial that stopped before this unit has no turn in it: without a value it would hide how the others differ.
    const valuesIn = (trials: readonly ReadonlyMap<string, ObservedUnit>[]): UnitTrials['before'] =>
      trials.flatMap((units) => units.get(pair.unit) ?? []);
    const trials = { before: valuesIn(earlier), after: valuesIn(later) };
    const isMean = definition.kind === 'mean' && further.length > 0;
    return { ...pair, trials, before: isMean ? meanOf(trials.before) : pair.before };
  });
}

/** One for each repeat. */
function trialCount({ shared }: RunResults): number {
  return Math.max(1, ...shared.flatMap(({ repeats }) => repeats.map(({ repeat }) => repeat + 1)));
}

function trialsOf(definition: MetricDefinition<Sample>, run: RunResults): readonly ReadonlyMap<string, ObservedUnit>[] {
  const { shared, policy } = run;
  const length = trialCount(run);
  return Array.from({ length }, (_, repeat) => {
    const played = length === 1 ? shared : shared.flatMap((result) => ofRepeat(result, repeat));
    return runObservations(definition, definition.observe(played, policy)).units;
  });
}

/** The mean by weight. */
function meanOf(trials: UnitTrials['before']): ObservedUnit {
  const weights = sum(trials.map(({ weight }) => weight));
  const value = sum(trials.map((trial) => Number(trial.value) * trial.weight)) / weights;
  return { value, weight: weights / trials.length };
}

/** How many arrangements a unit has: each turn of its trials makes others the new ones. */
export function arrangementsOf({ trials }: Pick<UnitPair, 'trials'>): number {
  return trials === undefined ? 2 : trials.before.length + trials.after.length;
}

/** The trials in an arrangement; as observed in the first. Without a difference all of them are equally likely. */
function arranged({ before, after }: UnitTrials, arrangement: number): UnitTrials {
  const all = [...before, ...after];
  // A unit of another benchmark at this position can have more arrangements.
  const turn = arrangement % all.length;
  const turned = [...all.slice(turn), ...all.slice(0, turn)];
  return { before: turned.slice(0, before.length), after: turned.slice(before.length) };
}

/** Difference of the unit's means in each arrangement, in the metric's unit. */
export function arrangedDifferences(definition: MetricDefinition<Sample>, trials: UnitTrials): readonly number[] {
  const factor = factorOf(definition);
  return Array.from({ length: arrangementsOf({ trials }) }, (_, arrangement) => {
    const { before, after } = arranged(trials, arrangement);
    return (Number(meanOf(after).value) - Number(meanOf(before).value)) * factor;
  });
}

/** The least that both divide, for things that turn together. */
export function commonMultiple(one: number, other: number): number {
  let multiple = one;
  while (multiple % other !== 0) multiple += one;
  return multiple;
}

/** The metric by the arrangement of each unit's trials, without units whose trials are alike. `statistic`: over all. */
export function permutedTrials(
  statistic: PairedStatistic,
  pairs: readonly UnitPair[],
  positions: readonly number[],
): PermutedStatistic {
  const moving: UnitTrials[] = [];
  const still: UnitTrials[] = [];
  const units = pairs.flatMap(({ trials, before, after }, index) => {
    const own = trials ?? { before: [before], after: [after] };
    const [first, ...rest] = [...own.before, ...own.after];
    const isMoving = rest.some((trial) => !isDeepStrictEqual(trial, first));
    (isMoving ? moving : still).push(own);
    return isMoving ? (positions[index] ?? 0) : [];
  });
  if (statistic.kind === 'sums') return { units, statisticOf: permutedMeans(statistic.ofMean, moving, still) };
  // Made once: thousands of draws arrange the units.
  const valuesOf = (trials: UnitTrials, arrangement: number): readonly (readonly unknown[])[] => {
    const { before, after } = arranged(trials, arrangement);
    return [before, after].map((side) => side.map(({ value }) => value));
  };
  const fixed = still.map((trials) => valuesOf(trials, 0));
  const turned = moving.map((trials) =>
    Array.from({ length: arrangementsOf({ trials }) }, (_, arrangement) => valuesOf(trials, arrangement)),
  );
  return {
    units,
    statisticOf: (arrangements) => {
      const now = [...fixed, ...turned.map((own, unit) => own[(arrangements[unit] ?? 0) % own.length] ?? [])];
      const [from, to] = [0, 1].map((side) => statistic.estimate(now.flatMap((sides) => sides[side] ?? [])));
      return from === undefined || to === undefined ? undefined : to - from;
    },
  };
}

function permutedMeans(
  ofMean: (mean: number) => number,
  moving: readonly UnitTrials[],
  still: readonly UnitTrials[],
): PermutedStatistic['statisticOf'] {
  // Weighted value and weight of the new trials, then of the earlier ones.
  const sumsOf = (trials: UnitTrials, arrangement: number): readonly number[] => {
    const { before, after } = arranged(trials, arrangement);
    const [from, to] = [meanOf(before), meanOf(after)];
    return [Number(to.value) * to.weight, to.weight, Number(from.value) * from.weight, from.weight];
  };
  const unmoved = still.map((trials) => sumsOf(trials, 0));
  const fixed = [0, 1, 2, 3].map((part) => sum(unmoved.map((sums) => sums[part] ?? 0)));
  const turned = moving.map((trials) =>
    Array.from({ length: arrangementsOf({ trials }) }, (_, arrangement) => sumsOf(trials, arrangement)),
  );
  return (arrangements) => {
    const sums = [...fixed];
    // By index: an iterator is several times slower, and this runs thousands of times.
    for (let unit = 0; unit < turned.length; unit++) {
      const own = turned[unit] ?? [];
      const chosen = own[(arrangements[unit] ?? 0) % own.length];
      for (let part = 0; part < sums.length; part++) sums[part] = (sums[part] ?? 0) + (chosen?.[part] ?? 0);
    }
    const [to = 0, toWeight = 0, from = 0, fromWeight = 0] = sums;
    const value = ofMean(to / toWeight) - ofMean(from / fromWeight);
    return Number.isNaN(value) ? undefined : value;
  };
}
