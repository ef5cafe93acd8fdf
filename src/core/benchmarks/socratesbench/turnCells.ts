import type { TurnCell } from '../picture';
import type { JudgedPlay } from './conversations';

/** A message's cell from whether it fails; `undefined` is a missing verdict. */
export function cellOf(fail: boolean | undefined): TurnCell {
  if (fail === undefined) return 'unscored';
  return fail ? 'failed' : 'clean';
}

/** What a conversation's row is called: its task, and the way it was played where there are two. */
export function conversationLabel({ sample }: Pick<JudgedPlay, 'sample'>): string {
  const condition =
    sample.theoryId === null ? '' : sample.condition === 'theory' ? ', with theory' : ', without theory';
  return `${sample.title ?? sample.taskId}${condition}`;
}
