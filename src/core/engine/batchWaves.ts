import { hasGivenReplies } from '../store/runManifest';
import type { RunSession } from './runSession';

/**
 * How many batches follow one another at most before the last reply of a run is there, each waiting for the one before: a
 * turn can only be asked when the one before it is answered. Judging comes on top.
 */
export function batchWaves(session: RunSession): number {
  if (hasGivenReplies(session.manifest)) return 0;
  const { tutor, student } = session.manifest;
  const seen = new Set<string>();
  let most = 0;
  for (const item of session.items) {
    const sample = `${item.benchmark.id}/${item.sample.id}`;
    if (seen.has(sample)) continue;
    seen.add(sample);
    const plan = session.planOf(item);
    const turns = plan.studentTurns.length;
    const spoken = plan.modelledStudent === undefined || student?.simulated !== false ? 0 : turns - 1;
    most = Math.max(most, (tutor.simulated ? 0 : turns) + spoken);
  }
  return most;
}
