import type { Dialogue, DialoguePlan } from '../dialogue/dialogue';

/** A complete dialogue for a plan that was not played: only the number of its tasks and the size of their prompts mean anything. */
export function standInDialogue(plan: DialoguePlan, reply = '…'): Dialogue {
  const replies = plan.studentTurns.map((_, index) => ({
    turn: index + 1,
    raw: reply,
    visible: reply,
    finish: 'stop' as const,
  }));
  return { plan, replies, status: 'complete' };
}
