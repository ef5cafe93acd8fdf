import type { RunSession } from '../../core/engine/runSession';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import { headlineOf } from '../../core/report/headline';
import type { RunReport } from '../../core/report/reportModel';
import { simulatedPartsOf } from '../../core/store/simulatedParts';
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
    replies: { done: session.state.counts.replies, planned: session.items.length },
    cases: session.items.length,
    judged: cases.filter(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored')).length,
    failing: cases.filter(({ chips }) => chips.some(({ outcome }) => outcome === 'undesired')).length,
    simulated: simulatedPartsOf(session.manifest).length > 0,
    status: session.state.status?.status ?? 'interrupted',
    ...(headline === undefined ? {} : { headline }),
  };
}
