import { hasGivenReplies, type ManifestModel, modelName } from '../store/runManifest';
import { slotsIn } from '../benchmark/judging/judgeTask';
import type { Dialogue } from '../benchmark/dialogue';
import type { ModelRole } from '../prompt/modelParameters';
import { countWords, listWords, t } from '../text/countWords';
import { askedJudges, asksAll, firstTasks, isAsked, isPlayed, judgesAtStart, unitsToPlay } from './runScope';
import type { RunSession } from './runSession';
import { type RunState, usdOfModel } from './runState';
import { ItemState, type WorkItem } from './workItem';

/** What a judge model is asked about a trial, and what it is not; judges that depend on a verdict are not counted. */
export interface TaskCounts {
  readonly tasks: number;
  readonly verdicts: number;
  /** Calls to judges that are not asked; code's verdicts need none. */
  readonly leftOut: number;
}

// Live reports ask for the same counts four times a second.
const counted = new WeakMap<WorkItem, { readonly key: string; readonly counts: TaskCounts }>();

/** `dialogue`: as far as it has come. */
export function countTasks(session: RunSession, item: WorkItem, dialogue: Dialogue): TaskCounts {
  const key = `${session.state.looks.length} ${dialogue.status} ${dialogue.replies.length}`;
  const known = counted.get(item);
  if (known?.key === key) return known.counts;
  const isLeftOut = !isPlayed(session, item);
  const asked = isLeftOut ? new Set<string>() : askedJudges(session, item);
  const tasks = firstTasks(session, item, dialogue);
  const wanted = tasks.filter((task) => isAsked(task, asked));
  const leftOut = tasks.filter((task) => 'prompt' in task && !isAsked(task, asked)).length;
  const counts = { tasks: wanted.length, verdicts: wanted.flatMap(slotsIn).length, leftOut };
  counted.set(item, { key, counts });
  return counts;
}

/** Calls that a run saved by not asking all judges, and what they would have cost at the mean of those made. */
export interface SavedCalls {
  readonly tutor: number;
  readonly judge: number;
  /** Units that were played and those in the run's order; absent where all were. */
  readonly units?: { readonly played: number; readonly of: number };
  /** Absent where a model's made calls do not say it. */
  readonly tokens?: number;
  readonly usd?: number;
}

/** `undefined` where nothing was saved. */
export function savedCalls(session: RunSession): SavedCalls | undefined {
  const { manifest, state, items } = session;
  const last = state.looks.at(-1)?.end;
  if (last === undefined && items.every((item) => askedJudges(session, item) === undefined)) return undefined;
  const given = hasGivenReplies(manifest);
  let [tutor, judge] = [0, 0];
  for (const item of items) {
    const isLeftOut = !isPlayed(session, item);
    if (!isLeftOut && askedJudges(session, item) === undefined) continue;
    const own = state.items.get(item.key) ?? new ItemState();
    const dialogue = own.dialogue(session.planOf(item));
    if (isLeftOut && !given) tutor += dialogue.plan.studentTurns.length - dialogue.replies.length;
    // A trial without replies would not have been judged.
    if (isLeftOut || dialogue.status === 'complete') judge += countTasks(session, item, dialogue).leftOut;
  }
  judge *= manifest.judges.length;
  if (tutor + judge === 0) return undefined;
  const order = unitsToPlay(session);
  return {
    tutor,
    judge,
    ...(last !== undefined && last < order && { units: { played: last, of: order } }),
    ...costOf(session, { tutor, judge }),
  };
}

/** The model calls that are left with `runAll`: replies beyond the limit, and judges that were no longer asked. */
export function remainingCalls(session: RunSession): Pick<SavedCalls, 'tutor' | 'judge'> {
  const { manifest, state, items, rest } = session;
  const judges = asksAll(session) ? undefined : judgesAtStart(session);
  let [tutor, judge] = [0, 0];
  for (const item of [...items, ...rest]) {
    const own = state.items.get(item.key) ?? new ItemState();
    const dialogue = own.dialogue(session.planOf(item));
    // A call that failed is made again.
    if (!['unfinished', 'complete', 'failed'].includes(dialogue.status)) continue;
    if (!manifest.tutor.simulated) tutor += dialogue.plan.studentTurns.length - dialogue.replies.length;
    const asked = judges && new Set(judges[item.benchmark.id]);
    const tasks = firstTasks(session, item, dialogue).filter((task) => 'prompt' in task && isAsked(task, asked));
    for (const model of manifest.judges.filter(({ simulated }) => !simulated))
      judge += tasks.filter(({ key }) => own.answers.get(modelName(model))?.has(key) !== true).length;
  }
  return { tutor, judge };
}

/** True if there are replies that not all judges were asked about, because only other metrics were named. */
export function hasUnaskedJudges(session: RunSession): boolean {
  return session.items.some((item) => {
    if (!isPlayed(session, item) || askedJudges(session, item) === undefined) return false;
    const dialogue = (session.state.items.get(item.key) ?? new ItemState()).dialogue(session.planOf(item));
    return dialogue.status === 'complete' && countTasks(session, item, dialogue).leftOut > 0;
  });
}

function costOf(
  session: RunSession,
  saved: { readonly tutor: number; readonly judge: number },
): Pick<SavedCalls, 'tokens' | 'usd'> {
  const { manifest, state } = session;
  const { tutor, judges } = manifest;
  const parts = [
    ...(saved.tutor > 0 ? [{ calls: saved.tutor, mean: meanCall(state, tutor, 'tutor') }] : []),
    ...judges.map((model) => ({ calls: saved.judge / judges.length, mean: meanCall(state, model, 'judge') })),
  ];
  const total = (of: 'tokens' | 'usd'): number | undefined =>
    parts.reduce<number | undefined>((sum, { calls, mean }) => {
      const one = mean?.[of];
      return sum === undefined || one === undefined ? undefined : sum + calls * one;
    }, 0);
  const [most, usd] = [total('tokens'), total('usd')];
  return {
    ...(most !== undefined && most > 0 && { tokens: Math.round(most) }),
    ...(usd !== undefined && usd > 0 && { usd }),
  };
}

/** `undefined` if no call was made, or one without a count of tokens. */
function meanCall(
  state: RunState,
  model: ManifestModel,
  role: ModelRole,
): { readonly tokens: number; readonly usd: number | undefined } | undefined {
  if (model.simulated) return { tokens: 0, usd: 0 };
  const { calls, input, output, usd, uncounted } = state.useOf(modelName(model), role);
  if (calls === 0 || uncounted > 0) return undefined;
  const isPriced = usdOfModel(state, model) !== undefined;
  return { tokens: (input + output) / calls, usd: isPriced ? usd / calls : undefined };
}

/** `434 judge calls and 62 tutor calls not made (about 1,203,400 tokens and $1.20 at the mean of those made).` */
export function savedWords({ tutor, judge, tokens, usd }: SavedCalls): string {
  const calls = [
    ...(judge > 0 ? [countWords(judge, 'judge call', 'judge calls')] : []),
    ...(tutor > 0 ? [countWords(tutor, 'tutor call', 'tutor calls')] : []),
  ];
  const cost = [
    ...(tokens === undefined ? [] : [countWords(tokens, 'token', 'tokens')]),
    ...(usd === undefined ? [] : [`$${usd < 0.01 ? usd.toPrecision(1) : usd.toFixed(2)}`]),
  ];
  const about = cost.length === 0 ? '' : t` (about ${listWords(cost)} at the mean of those made)`;
  return t`${listWords(calls)} not made${about}.`;
}

/** Why a run ended before its last unit. */
export function stoppedWords(session: RunSession): string | undefined {
  const end = session.state.looks.at(-1)?.end;
  const of = unitsToPlay(session);
  if (end === undefined || end >= of) return undefined;
  const units = `${end.toLocaleString('en')} of ${of.toLocaleString('en')} ${of === 1 ? 'unit' : 'units'}`;
  return `Stopped after ${units}: each target and guard is settled, or unlikely to be with these samples.`;
}
