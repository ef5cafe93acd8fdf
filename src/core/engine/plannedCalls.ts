import type { Dialogue } from '../dialogue/dialogue';
import type { RunSession } from './runSession';

/** How many calls a run makes if every reply arrives and every verdict is read at the first asking. */
export interface PlannedCalls {
  readonly tutor: number;
  /** Over all judge models. */
  readonly judge: number;
}

/** Counts a run's calls without making any. Judges that depend on another's verdict are not in the count. */
export function plannedCalls(session: RunSession): PlannedCalls {
  let tutor = 0;
  let judge = 0;
  for (const item of session.items) {
    const plan = session.planOf(item);
    const replies = plan.studentTurns.map((_, index) => ({
      turn: index + 1,
      raw: '…',
      visible: '…',
      finish: 'stop' as const,
    }));
    const dialogue: Dialogue = { plan, replies, status: 'complete' };
    tutor += plan.studentTurns.length;
    judge += item.benchmark
      .judgements(item.sample, dialogue, [], session.policy)
      .filter((task) => 'prompt' in task).length;
  }
  return { tutor, judge: judge * session.manifest.judges.length };
}
