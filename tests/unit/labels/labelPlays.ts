import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { type LabelPlays, labelPlaysInPortions } from '../../../src/core/labels/labelPositions';
import type { RunSession } from '../../../src/core/run/runSession';

/** What of a run can be labelled, without giving way to anybody. */
export function labelPlays(session: RunSession, benchmark: BenchmarkId): LabelPlays {
  const steps = labelPlaysInPortions(session, benchmark);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
