import type { MetricRole } from '../benchmark/aims';
import { awaitsJudges, hasReplies, isFinished, isPlayed, unitsToPlay } from '../run/runScope';
import type { RunSession } from '../run/runSession';
import { type PlaySequence, unitKey } from '../run/playOrder';
import { ItemState, type WorkItem } from '../run/workItem';
import { GradedEvidence, logEvidence } from '../statistics/eProcess';
import { holm } from '../statistics/holm';
import { type JointP, type PermutationOptions, type PermutedStatistic, sequentialMaxP } from '../statistics/jointTest';
import type { SequentialPlan } from '../statistics/sequentialPlan';
import { repeatedLevel, sequentialSumP } from '../statistics/sequentialTest';
import type { MetricMetadata } from '../benchmark/metric';
import { hasEnded } from '../store/statusTexts';
import { fewestUnits } from '../statistics/power';
import { createRandom } from '../statistics/random';
import { mayGoOn } from './remainingSamples';
import type { PairedMetric, TestedMetric } from './compareMetric';
import { type ComparisonOptions, significanceLevel } from './comparison';
import type { UnitPair } from './pairedStatistic';
import { arrangedDifferences, arrangementsOf, commonMultiple, permutedTrials } from './trials';

interface Asked {
  readonly benchmark: string;
  readonly definition: Pick<MetricMetadata, 'id' | 'judges'>;
}

/** When units came, and the looks at them so far. */
export interface UnitOrder {
  readonly plan: SequentialPlan;
  /** Confidence of intervals that hold at all looks together. Before the first look it is that of the first look. */
  readonly level: number;
  /** The same at the looks that a metric has had. */
  readonly levelOf: (metric: Asked) => number;
  readonly positionOf: (benchmark: string, unit: string) => number;
  /** Benchmarks of which something is still to be played or judged. */
  readonly unfinished: ReadonlySet<string>;
  /** Units after which a metric has no further looks, because its judges were not asked about one of the runs. */
  readonly lastLookOf: (metric: Asked) => number;
  /** Benchmarks with targets at the start, where the run goes on with fewer. */
  readonly families?: number | undefined;
}

/** The order of the later run. A run without one is looked at once, when it is finished. */
export function unitOrder(
  before: RunSession,
  run: RunSession,
  judge: ComparisonOptions['judge'],
  level: number,
): UnitOrder {
  const { manifest, items, state } = run;
  const order = manifest.sequence?.order ?? [
    ...new Set(items.map(({ benchmark, sample }) => unitKey(benchmark, sample))),
  ];
  const positionInOrder = new Map(order.map((unit, index) => [unit, index]));
  const positions = new Map<string, number>();
  const isOver = hasEnded(state.status?.status);
  const unfinished = new Set<string>();
  let finished = manifest.sequence === undefined ? order.length : unitsToPlay(run);
  for (const item of items) {
    const { benchmark, sample } = item;
    const unit = unitKey(benchmark, sample);
    const position = positionInOrder.get(unit) ?? order.length;
    positions.set(unit, position).set(`${benchmark.id}/${sample.id}`, position);
    // In a run that is over, a trial with a reply may have nothing to judge.
    const isDone = isOver && hasReplies(run, item);
    if (isDone || isFinished(run, item, judge.after)) continue;
    finished = Math.min(finished, position);
    if (isPlayed(run, item)) unfinished.add(benchmark.id);
  }
  const { planned, looks, earlier, families }: PlaySequence = manifest.sequence ?? {
    planned: order.length,
    order,
    looks: [order.length],
  };
  const isPlanned = manifest.sequence !== undefined;
  const [firstLook = 0] = looks;
  if (isPlanned && mayGoOn(before)) {
    const isPlayedBy = (item: WorkItem): boolean =>
      (before.state.items.get(item.key) ?? new ItemState()).dialogue(before.planOf(item)).status !== 'unfinished';
    finished = Math.min(
      finished,
      firstToCome([...before.items, ...before.rest], isPlayedBy, positionInOrder, firstLook),
    );
  }
  const plan = { planned, earlier, mayGrow: isPlanned };
  const past = looks.filter((look) => look <= finished);
  const judgedUntil = (session: RunSession, model: string, { benchmark, definition }: Asked, look: number): number => {
    const own = session.items.filter((item) => item.benchmark.id === benchmark && hasReplies(session, item));
    return firstToCome(own, (item) => !awaitsJudges(session, item, definition.judges, model), positionInOrder, look);
  };
  // Asked for at every look, and each answer reads all trials of both runs.
  const lastLooks = new Map<string, number>();
  const lastLookOf = (metric: Asked): number => {
    const key = [metric.benchmark, ...metric.definition.judges].join(' ');
    const known =
      lastLooks.get(key) ??
      Math.min(
        judgedUntil(run, judge.after, metric, 0),
        isPlanned ? judgedUntil(before, judge.before, metric, firstLook) : Infinity,
      );
    lastLooks.set(key, known);
    return known;
  };
  const levelUntil = (last: number): number => {
    const seen = past.filter((look) => look <= last);
    return repeatedLevel({ ...plan, looks: seen.length > 0 ? seen : looks.slice(0, 1) }, level);
  };
  return {
    plan: { ...plan, looks: past },
    families,
    level: levelUntil(Infinity),
    levelOf: (metric) => levelUntil(lastLookOf(metric)),
    positionOf: (benchmark, unit) => positions.get(`${benchmark}/${unit}`) ?? order.length - 1,
    unfinished,
    lastLookOf,
  };
}

/**
 * The first position at which a run may still get a reply or a verdict: looks from there on have pairs yet to come.
 * What the earlier run has comes first where the later run was planned for it. Where it was not, too little comes
 * first, and nothing is waited for.
 */
function firstToCome(
  items: readonly WorkItem[],
  isThere: (item: WorkItem) => boolean,
  positions: ReadonlyMap<string, number>,
  firstLook: number,
): number {
  let [toCome, lastThere] = [Infinity, 0];
  for (const item of items) {
    const position = positions.get(unitKey(item.benchmark, item.sample)) ?? -1;
    if (isThere(item)) lastThere = Math.max(lastThere, position);
    else if (position >= 0) toCome = Math.min(toCome, position);
  }
  return toCome < firstLook && lastThere > toCome ? Infinity : toCome;
}

/**
 * The p of each target (or of each guard), alone and corrected, in the given order; `undefined` for those that are not
 * tested. Paired targets are tested jointly at each look. Unpaired ones, of a single task, have one look when that task
 * is finished. They share no units with others, so that they are corrected as further families.
 */
export function targetTests(
  targets: readonly Pick<TestedMetric, 'benchmark' | 'paired' | 'inference'>[],
  order: UnitOrder,
  { seed, draws }: { readonly seed: string; readonly draws: number },
): readonly (JointP | undefined)[] {
  const paired = targets.flatMap(({ paired: own }) => own ?? []);
  const unpaired = targets.filter(({ inference }) => inference?.p !== undefined);
  const families = Math.max(order.families ?? 1, (paired.length > 0 ? 1 : 0) + unpaired.length);
  const joint = jointTests(paired, order, { random: createRandom(`${seed}/targets`), draws });
  return targets.map(({ benchmark, paired: own, inference }): JointP | undefined => {
    if (own === undefined && inference?.p === undefined) return undefined;
    const p = order.unfinished.has(benchmark) ? 1 : (inference?.p ?? 1);
    const found = own === undefined ? { p, adjusted: p, level: significanceLevel } : joint[paired.indexOf(own)];
    return found && { ...found, adjusted: Math.min(1, found.adjusted * families), level: found.level / families };
  });
}

function jointTests(
  metrics: readonly PairedMetric[],
  order: UnitOrder,
  options: PermutationOptions,
): readonly JointP[] {
  if (metrics.length === 0) return [];
  const { plan, positionOf } = order;
  const exact = metrics.map((metric) => exactP(metric, order));
  const [only] = exact;
  if (only !== undefined && metrics.length === 1) return [{ p: only, adjusted: only, level: significanceLevel }];
  const statistics = metrics.map((metric) =>
    plan.looks.map((look): PermutedStatistic | undefined => {
      const { benchmark, pairs, statisticOf } = metric;
      const last = order.lastLookOf(metric);
      const placed = pairs
        .map((pair) => ({ pair, position: positionOf(benchmark, pair.unit) }))
        .filter(({ position }) => position < Math.min(look, last));
      if (placed.length < fewestUnits) return undefined;
      const filled = look > last ? repeatedUntil(look, last, placed) : placed;
      const seen = filled.map(({ pair }) => pair);
      const positions = filled.map(({ position }) => position);
      return { ...permutedTrials(statisticOf(seen), seen, positions), isOver: look > last };
    }),
  );
  const arrangements = new Map<number, number>();
  for (const { benchmark, pairs } of metrics)
    for (const pair of pairs) {
      const position = positionOf(benchmark, pair.unit);
      const common = commonMultiple(arrangementsOf(pair), arrangements.get(position) ?? 1);
      // Beyond what a draw can hold, some arrangements come a little more often than others.
      arrangements.set(position, common > 256 ? 240 : common);
    }
  const arrangementsAt = (position: number): number => arrangements.get(position) ?? 2;
  return sequentialMaxP(statistics, plan, { ...options, exact, arrangementsAt }, significanceLevel);
}

interface PlacedPair {
  readonly pair: UnitPair;
  readonly position: number;
}

/**
 * The first `seen` units again and again. They stand for units about which the judge of a metric was no longer asked:
 * without them, those metrics that go on would be a smaller family, although they were chosen by what they showed.
 */
function repeatedUntil(look: number, seen: number, placed: readonly PlacedPair[]): readonly PlacedPair[] {
  return Array.from({ length: Math.ceil(look / seen) }, (_, round) =>
    placed.map(({ pair, position }) => ({ pair, position: position + round * seen })),
  )
    .flat()
    .filter(({ position }) => position < look);
}

/** For a target that is a plain mean of differences on a grid. */
function exactP(metric: PairedMetric, { plan: all, positionOf, lastLookOf }: UnitOrder): number | undefined {
  const { benchmark, definition, pairs, statisticOf } = metric;
  const plan = { ...all, looks: all.looks.filter((look) => look <= lastLookOf(metric)) };
  const statistic = statisticOf(pairs);
  if (statistic.kind !== 'sums' || !statistic.isPlainMean || definition.direction === 'band') return undefined;
  const [differences] = statistic.resample.columns;
  const moves = Array.from({ length: plan.looks.at(-1) ?? 0 }, (): readonly number[] => []);
  for (const [index, { unit, trials }] of pairs.entries()) {
    const position = positionOf(benchmark, unit);
    if (position >= moves.length) continue;
    const one = differences?.[index] ?? 0;
    const own = trials === undefined ? [one, -one] : arrangedDifferences(definition, trials);
    // Samples of a unit are rearranged together, so their differences are added.
    const others = moves[position]?.length ? moves[position] : [0];
    moves[position] = Array.from(
      { length: commonMultiple(own.length, others.length) },
      (_, turn) => (own[turn % own.length] ?? 0) + (others[turn % others.length] ?? 0),
    );
  }
  return sequentialSumP(moves, plan);
}

interface AimTestOptions {
  readonly isOpenEnded: boolean;
  readonly seed: number | string;
  readonly draws: number;
}

/**
 * The p of targets and of guards, each corrected for the others of its kind. A guard needs one to count as worse: of
 * seven guards one has an interval without a gain by chance in every tenth comparison. To hold it needs none, because
 * all guards have to hold.
 */
export function aimTests(
  metrics: readonly TestedMetric[],
  roleOf: (metric: TestedMetric) => MetricRole,
  order: UnitOrder,
  { isOpenEnded, seed, draws }: AimTestOptions,
): ReadonlyMap<TestedMetric, JointP> {
  const testsOf = (role: MetricRole): readonly (readonly [TestedMetric, JointP])[] => {
    const own = metrics.filter((metric) => roleOf(metric) === role);
    const tests = isOpenEnded
      ? openEndedTests(own, order)
      : targetTests(own, order, { seed: role === 'target' ? String(seed) : `${seed}/${role}`, draws });
    return own.flatMap((metric, index) => {
      const test = tests[index];
      return test === undefined ? [] : [[metric, test] as const];
    });
  };
  return new Map([...testsOf('target'), ...testsOf('guard')]);
}

/**
 * The p of each target of a run without a planned end, alone and corrected, in the given order; they hold whenever they
 * are read. `undefined` for a target that is not a plain mean over paired units: its units alone tell nothing.
 */
export function openEndedTests(
  targets: readonly Pick<TestedMetric, 'definition' | 'paired'>[],
  { positionOf }: Pick<UnitOrder, 'positionOf'>,
): readonly (JointP | undefined)[] {
  const tests = targets.map(({ definition: { scale, direction }, paired }) => {
    if (paired === undefined) return undefined;
    const { benchmark, pairs, statisticOf } = paired;
    const ordered = pairs.toSorted((one, other) => positionOf(benchmark, one.unit) - positionOf(benchmark, other.unit));
    const statistic = statisticOf(ordered);
    if (statistic.kind !== 'sums' || !statistic.isPlainMean || direction === 'band') return undefined;
    const differences = Array.from(statistic.resample.columns[0] ?? []);
    const shares = differences.map((difference) => difference / (scale[1] - scale[0]));
    const isCoin = pairs.every(
      ({ before, trials }) => trials === undefined && (before.value === 0 || before.value === 1),
    );
    return { p: isCoin ? coinP(shares) : gradedP(shares), shares: shares.join() };
  });
  // Copies of one metric count once.
  const distinct = new Map(tests.flatMap((test) => (test === undefined ? [] : [[test.shares, test.p] as const])));
  const adjusted = holm(distinct);
  return tests.map(
    (test) => test && { p: test.p, adjusted: adjusted.get(test.shares) ?? 1, level: significanceLevel / distinct.size },
  );
}

/** Wins and losses of one size each. The baseline says which test it is, since it is known before the run. */
function coinP(differences: readonly number[]): number {
  let [wins, losses, most] = [0, 0, 0];
  for (const difference of differences) {
    if (difference > 0) wins += 1;
    else if (difference < 0) losses += 1;
    most = Math.max(most, logEvidence(wins, losses));
  }
  return Math.exp(-most);
}

/** Also beside several trials of the baseline: there, wins can be smaller and more frequent than losses. */
function gradedP(differences: readonly number[]): number {
  const evidence = new GradedEvidence();
  for (const difference of differences) evidence.add(Math.max(-1, Math.min(1, difference)));
  return evidence.p;
}
