import type { RunSession } from '../../core/engine/runSession';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { headlineOf } from '../../core/report/headline';
import type { RunReport } from '../../core/report/reportModel';
import { simulatedPartsOf } from '../../core/store/runManifest';
import type { RunGlimpse } from './runTracker';

/** A run in a few numbers. Failing cases are counted once there is a finished report. */
export function glimpseOf(
  session: RunSession,
  running: boolean,
  report: RunReport | undefined,
  changes: BaselineChanges | undefined,
): RunGlimpse {
  const cases = report?.benchmarks.flatMap((benchmark) => benchmark.cases) ?? [];
  const headline = report === undefined ? undefined : headlineOf(report, changes);
  return {
    phase: running ? 'running' : 'done',
    replies: { done: session.state.counts.replies, planned: plannedReplies(session) },
    judgements: session.state.counts.judgements,
    cases: session.items.length,
    judged: cases.filter(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored')).length,
    failing: cases.filter(({ chips }) => chips.some(({ outcome }) => outcome === 'undesired')).length,
    simulated: simulatedPartsOf(session.manifest).length > 0,
    status: session.state.status?.status ?? 'interrupted',
    ...(headline === undefined ? {} : { headline }),
  };
}

/** Counted once a run, as a dialogue has as many replies as its student has turns. */
const planned = new WeakMap<RunSession, number>();

function plannedReplies(session: RunSession): number {
  const known = planned.get(session);
  if (known !== undefined) return known;
  const count = session.items.reduce((sum, item) => sum + session.planOf(item).studentTurns.length, 0);
  planned.set(session, count);
  return count;
}
