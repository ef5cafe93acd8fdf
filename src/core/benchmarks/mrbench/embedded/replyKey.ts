import { createHash } from 'node:crypto';
import { bareWords } from '../../../judging/bareWords';
import type { MrTurn } from '../samples';

/** A name for a dialogue by its words: 16 hexadecimal digits. Blanks, case and punctuation do not count. */
export function dialogueKey(history: readonly MrTurn[]): string {
  return textKey(history.map(({ role, content }) => `${role} ${bareWords(content)}`).join('\n'));
}

/** A name for a reply to a dialogue, 16 hexadecimal digits. The reply counts to the letter, outer blanks aside. */
export function replyKey(history: readonly MrTurn[], reply: string): string {
  return textKey(`${dialogueKey(history)}\n${reply.trim()}`);
}

/** The first 16 hexadecimal digits of a text's SHA-256. */
export function textKey(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
