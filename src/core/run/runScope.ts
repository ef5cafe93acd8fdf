import { metricName, rolesOf } from '../benchmark/aims';
import type { Benchmark } from '../benchmark/benchmark';
import { type Dialogue, standInDialogue } from '../benchmark/dialogue';
import { type ComputedVerdicts, type JudgeTask, slotsIn } from '../benchmark/judging/judgeTask';
import type { BenchmarkId } from '../benchmark/samples';
import { isContinued, type LookRecord } from '../store/runRecord';
import { hasEnded } from '../store/statusTexts';
import { unitKey } from './playOrder';
import type { Continuation, RunSession } from './runSession';
import { ItemState, type WorkItem } from './workItem';

/** Judges that are asked, by benchmark. A benchmark that is not named has none. */
type AskedJudges = Readonly<Record<BenchmarkId, readonly string[]>>;

/** What goes on after a look. */
export interface LookDecision extends Pick<LookRecord, 'judges' | 'dropped'> {
  /** Metrics that are settled or futile by now, with those of earlier looks. */
  readonly settled: NonNullable<LookRecord['settled']>;
  /** Nothing is left to decide. */
  readonly isOver: boolean;
}

/** Decides after the first `units` units of the run; `undefined` where there is nothing to compare with. */
export type DecideLook = (units: number) => Promise<LookDecision | undefined>;

type StartedRun = Pick<RunSession, 'manifest' | 'items' | 'state'>;

/**
 * The judges asked before the first look: those of targets and guards. A benchmark without any beside one with a named
 * target is played and not judged. `undefined`: all are asked.
 */
export function judgesAtStart(session: Pick<RunSession, 'manifest' | 'items'>): AskedJudges | undefined {
  const { aims, judgeAll } = session.manifest;
  if (aims === undefined || judgeAll === true) return undefined;
  const benchmarks = [...new Set(session.items.map(({ benchmark }) => benchmark))];
  return judgesNeeded(benchmarks, new Set(rolesOf(benchmarks, aims).keys()), session.items);
}

/** The judges that these metrics need. */
export function judgesNeeded(
  benchmarks: readonly Benchmark[],
  metrics: ReadonlySet<string>,
  items: readonly WorkItem[],
): AskedJudges {
  return Object.fromEntries(
    benchmarks.map((benchmark) => {
      const own = items.filter((item) => item.repeat === 0 && item.benchmark.id === benchmark.id);
      const dependentSlots = own.flatMap(({ sample }) => benchmark.dependentSlots?.(sample) ?? []);
      const dependent = new Set(dependentSlots.map(({ judge }) => judge));
      const needed = benchmark.metrics
        .filter((metric) => metrics.has(metricName(benchmark.id, metric)))
        .flatMap(({ judges }) =>
          // A judge that waits for another's verdict is never asked alone.
          judges.some((judge) => !dependent.has(judge)) ? judges : benchmark.judges.map(({ id }) => id),
        );
      return [benchmark.id, [...new Set(needed)]];
    }),
  );
}

// Reports of a running run ask for each of some thousand trials.
const known = new WeakMap<RunSession['state'], ReturnType<typeof newScopes>>();

function scopesOf(session: StartedRun): ReturnType<typeof newScopes> {
  const found = known.get(session.state);
  const scopes = found?.looks === session.state.looks.length ? found : newScopes(session);
  known.set(session.state, scopes);
  return scopes;
}

function newScopes(session: StartedRun) {
  const { looks } = session.state;
  const scope = (from: number, judges: AskedJudges | undefined) => ({
    from,
    judges: judges && new Map(Object.entries(judges).map(([id, own]) => [id, new Set(own)])),
  });
  return {
    looks: looks.length,
    /** In the order in which they were set: the last one that covers a unit counts for it. */
    scopes: [scope(0, judgesAtStart(session)), ...looks.map((look) => scope(look.from, look.judges))],
    end: looks.at(-1)?.end ?? Infinity,
    /** By play of a unit, the position from which it is left out. */
    dropped: new Map(looks.flatMap(({ from, dropped = [] }) => dropped.map((repeat) => [repeat, from] as const))),
  };
}

/** Units of the run's order that it is to play: to its limit, or to the end once it is continued. */
export function unitsToPlay({ manifest, state }: Pick<RunSession, 'manifest' | 'state'>): number {
  const { order = [], firstStop = order.length } = manifest.sequence ?? {};
  return isContinued(state.looks) ? order.length : firstStop;
}

/** Judges that are asked about a trial; `undefined` for all of them. */
export function askedJudges(session: StartedRun, item: WorkItem): ReadonlySet<string> | undefined {
  const { judges } = scopesOf(session).scopes.findLast(({ from }) => from <= item.position) ?? {};
  return judges && (judges.get(item.benchmark.id) ?? new Set());
}

/** False for the trials that are left out, because the run or their candidate stopped before them. */
export function isPlayed(session: StartedRun, item: WorkItem): boolean {
  const { end, dropped } = scopesOf(session);
  return item.position < Math.min(end, dropped.get(item.repeat) ?? end);
}

/** How many units, from the start on, all these judges are asked about. Later looks have no more for their metric. */
export function unitsAsked(session: StartedRun, benchmark: BenchmarkId, judges: readonly string[]): number {
  const { scopes } = scopesOf(session);
  const starts = [...new Set(scopes.map(({ from }) => from))].sort((one, other) => one - other);
  const end = starts.find((start) => {
    const asked = scopes.findLast(({ from }) => from <= start)?.judges;
    return asked !== undefined && judges.some((judge) => asked.get(benchmark)?.has(judge) !== true);
  });
  return end ?? Number.POSITIVE_INFINITY;
}

export function isAsked(task: JudgeTask | ComputedVerdicts, asked: ReadonlySet<string> | undefined): boolean {
  // Verdicts that code computes are left out, too: those of some samples alone would bias a metric.
  return asked === undefined || slotsIn(task).some(({ judge }) => asked.has(judge));
}

/** Judgements that can be made at first. Before its replies are there, a stand-in is judged. */
export function firstTasks(
  session: RunSession,
  item: WorkItem,
  dialogue?: Dialogue,
): readonly (JudgeTask | ComputedVerdicts)[] {
  if (session.lacksScores) return [];
  const judged = dialogue?.status === 'complete' ? dialogue : standInDialogue(session.planOf(item));
  return item.benchmark.judgements(item.sample, judged, [], session.policy);
}

/** True once this judge model has nothing left to do with a trial. */
export function isFinished(session: RunSession, item: WorkItem, judge: string): boolean {
  const state = session.state.items.get(item.key) ?? new ItemState();
  if (state.tutorFailure !== undefined || state.answers.has(judge) || state.judgeFailures.has(judge)) return true;
  if (state.replies.length === 0) return false;
  const dialogue = state.dialogue(session.planOf(item));
  if (dialogue.status !== 'complete') return dialogue.status !== 'unfinished';
  const asked = askedJudges(session, item);
  if (asked === undefined) return false;
  return asked.size === 0 || !firstTasks(session, item, dialogue).some((task) => isAsked(task, asked));
}

export function hasReplies({ state }: Pick<RunSession, 'state'>, { key }: Pick<WorkItem, 'key'>): boolean {
  return (state.items.get(key)?.replies.length ?? 0) > 0;
}

/** Whether a verdict of these judges is yet to come: they were not asked, or are being asked later than the others. */
export function awaitsJudges(
  session: RunSession,
  item: WorkItem,
  judges: readonly string[],
  judgeModel: string,
): boolean {
  const { items, looks, status } = session.state;
  const asked = askedJudges(session, item);
  if (asked !== undefined) return judges.some((judge) => !asked.has(judge));
  if (hasEnded(status?.status) || looks.every((look) => look.judges !== undefined)) return false;
  const state = items.get(item.key) ?? new ItemState();
  const [answers, lost] = [state.answers.get(judgeModel), state.judgeFailures.get(judgeModel)];
  return firstTasks(session, item, state.dialogue(session.planOf(item)))
    .filter((task) => slotsIn(task).some(({ judge }) => judges.includes(judge)))
    .some(({ key }) => answers?.has(key) !== true && lost?.has(key) !== true);
}

/** Units that a run has a reply to, as `benchmark/unit`. */
export function unitsWithReplies(session: RunSession): ReadonlySet<string> {
  const played = session.items.filter((item) => hasReplies(session, item));
  return new Set(played.map(({ benchmark, sample }) => unitKey(benchmark, sample)));
}

/** By unit (`benchmark/unit`) that a run has: judges that looks had dropped by then. `undefined`: it has all of all. */
export function unitsPlayed(session: RunSession): ReadonlyMap<string, number> | undefined {
  const { items, rest } = session;
  const played = items.filter((item) => hasReplies(session, item));
  const judgesOf = (item: WorkItem): number => askedJudges(session, item)?.size ?? item.benchmark.judges.length;
  const most = new Map<BenchmarkId, number>();
  for (const item of played) most.set(item.benchmark.id, Math.max(judgesOf(item), most.get(item.benchmark.id) ?? 0));
  const dropped = played.map((item) => (most.get(item.benchmark.id) ?? 0) - judgesOf(item));
  if (played.length === items.length && rest.length === 0 && dropped.every((judges) => judges === 0)) return undefined;
  return new Map(played.map(({ benchmark, sample }, index) => [unitKey(benchmark, sample), dropped[index] ?? 0]));
}

/** All judges are asked, from the start or since later. */
export function asksAll(session: StartedRun): boolean {
  return scopesOf(session).scopes.findLast(({ from }) => from === 0)?.judges === undefined;
}

/**
 * The limit of a continued run that may end at its planned looks; `undefined` once it had an end or went on. Without a
 * limit, only beside a named run: who says no more wants all of it.
 */
export function limitOfLooks({ manifest, state }: StartedRun, asked: Continuation): number | undefined {
  const isBound = isContinued(state.looks) || state.looks.some(({ end }) => end !== undefined);
  if (asked.runAll !== true || isBound || manifest.edits !== undefined) return undefined;
  const { order, firstStop } = manifest.sequence ?? {};
  return firstStop ?? (asked.against === undefined ? undefined : order?.length);
}

function goesOnByLooks(looks: readonly LookRecord[]): boolean {
  return looks.findLast(({ runAll }) => runAll)?.mayEnd === true;
}

/** The record that makes a stored run go on; `undefined` where nothing was asked for. */
export function continuedLook(
  session: StartedRun,
  { judgeAll, runAll, against }: Continuation,
  mayEnd = false,
): Omit<LookRecord, 'at' | 'kind'> | undefined {
  if (judgeAll !== true && runAll !== true) return undefined;
  const { end } = scopesOf(session);
  const { looks } = session.state;
  if (judgeAll !== true) {
    // It goes on from look to look already.
    if (goesOnByLooks(looks) && !Number.isFinite(end)) return undefined;
    // What was settled stays so, and its judges are not asked again.
    const { from, judges, settled } = looks.at(-1) ?? { from: 0, judges: judgesAtStart(session) };
    if (mayEnd) return { from, judges, settled, runAll: true, mayEnd, against };
  }
  const judges = judgeAll === true || asksAll(session) ? undefined : judgesAtStart(session);
  return {
    from: 0,
    ...(judges && { judges }),
    ...(runAll === true ? { runAll } : Number.isFinite(end) ? { end } : {}),
  };
}

/** Trials of the units up to each look, in the order in which they are played; a look that is decided is no stop. */
export function stagesOf(
  session: StartedRun,
  hasLooks: boolean,
): readonly { readonly units: number; readonly items: readonly WorkItem[] }[] {
  const { looks } = session.state;
  const { looks: planned = [] } = session.manifest.sequence ?? {};
  const played = session.items
    .filter((item) => isPlayed(session, item))
    .sort((one, other) => one.position - other.position);
  const units = unitsToPlay(session);
  const decided = looks.reduce((most, { from }) => Math.max(most, from), 0);
  const hasMoreLooks = hasLooks && (!isContinued(looks) || goesOnByLooks(looks)) && looks.at(-1)?.end === undefined;
  const ends = [...(hasMoreLooks ? planned.filter((look) => look > decided && look < units) : []), Infinity];
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    return { units: end, items: played.filter(({ position }) => position >= start && position < end) };
  });
}
