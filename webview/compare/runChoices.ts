import type { HistoryView } from '../../src/core/report/historyViewModel';
import type { JudgePair, RunPair } from '../../src/protocol/messages';
import type { ComparePage } from './comparePage';
import type { StrayRun } from './compareViewState';

export type Side = 'before' | 'after';

export function otherSide(side: Side): Side {
  return side === 'before' ? 'after' : 'before';
}

/** The pair that is shown or on its way. */
export function pairOf({ state, view, history }: ComparePage): RunPair | undefined {
  return state.kind === 'none' ? (view.pair ?? history?.suggested) : state.runs;
}

/** Runs that were compared and are in no list of this prompt: another prompt's, chosen in the editor. */
export function straysOf({ view, history }: ComparePage): readonly StrayRun[] {
  const known = new Set(history?.runs.map(({ id }) => id));
  return view.strays.filter(({ id }) => !known.has(id));
}

/** The judges of a run, as far as they are known. */
export function judgesOf(page: ComparePage, runId: string): readonly string[] {
  const listed = page.history?.runs.find(({ id }) => id === runId);
  if (listed !== undefined) return [...new Set(listed.judges)];
  const stray = page.view.strays.find(({ id }) => id === runId);
  return stray === undefined ? [] : [stray.judge];
}

/** Whose verdicts count on a side: as chosen, as shown, else as the host will choose. */
export function judgeOn(page: ComparePage, pair: RunPair, side: Side): string | undefined {
  const { state } = page;
  if (pair.judges !== undefined) return pair.judges[side];
  if (state.kind === 'shown') return state.view[side].judge;
  const others = new Set(judgesOf(page, pair[otherSide(side)]));
  const own = judgesOf(page, pair[side]);
  return own.find((judge) => others.has(judge)) ?? own[0];
}

/**
 * The pair with another run on one side. A run beside itself needs two of its judges; a judge that the reader chose stays where the
 * new run has it. `undefined` where there is nothing to compare it with.
 */
export function pairWithRun(page: ComparePage, side: Side, runId: string): RunPair | undefined {
  const pair = pairOf(page);
  const facing = otherSide(side);
  const facingRun = pair?.[facing] ?? page.history?.runs.find(({ id }) => id !== runId)?.id;
  if (facingRun === undefined) return undefined;
  const runs = sided(side, runId, facingRun);
  const own = judgesOf(page, runId);
  if (runId === facingRun) {
    const taken = (pair && judgeOn(page, pair, facing)) ?? own[0];
    const free = own.find((judge) => judge !== taken);
    return taken === undefined || free === undefined ? undefined : { ...runs, judges: sided(side, free, taken) };
  }
  if (pair?.judges === undefined) return runs;
  const { [side]: mine, [facing]: theirs } = pair.judges;
  const wished = pair.before === pair.after ? theirs : mine;
  const judge = [wished, theirs].find((name) => own.includes(name)) ?? own[0];
  return judge === undefined ? runs : { ...runs, judges: sided(side, judge, theirs) };
}

/** The pair with another judge on one side; the other side keeps the one that it has. */
export function pairWithJudge(page: ComparePage, pair: RunPair, side: Side, judge: string): RunPair | undefined {
  const facing = judgeOn(page, pair, otherSide(side));
  return facing === undefined
    ? undefined
    : { before: pair.before, after: pair.after, judges: sided(side, judge, facing) };
}

/** Both runs and both judges turned round. */
export function turnedRound({ before, after, judges }: RunPair): RunPair {
  const runs = { before: after, after: before };
  return judges === undefined ? runs : { ...runs, judges: { before: judges.after, after: judges.before } };
}

/** A run with two judges or more, compared by the first two; the latest such run. */
export function judgesOfOneRun(history: HistoryView | undefined): RunPair | undefined {
  for (const { id, judges, status } of history?.runs ?? []) {
    const [before, after] = new Set(judges);
    if (status !== 'running' && before !== undefined && after !== undefined)
      return { before: id, after: id, judges: { before, after } };
  }
  return undefined;
}

function sided(side: Side, own: string, facing: string): JudgePair {
  return side === 'before' ? { before: own, after: facing } : { before: facing, after: own };
}
