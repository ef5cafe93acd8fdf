import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { type LabelTrials, labelTrialsInPortions } from '../../../src/core/labels/labelPositions';
import type { RunSession } from '../../../src/core/run/runSession';

/** What of a run can be labelled, without giving way to anybody. */
export function labelTrials(session: RunSession, benchmark: BenchmarkId): LabelTrials {
  const steps = labelTrialsInPortions(session, benchmark);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
