import { meanOf } from '../meanOf';

/** How messages look, without a judgement: neither more questions nor shorter messages are better as such (paper, section 5). */
export interface Behaviour {
  readonly messages: number;
  /** Code points of the visible reply. */
  readonly avgChars: number | undefined;
  readonly percentWithQuestion: number | undefined;
  readonly questionMarksPerMessage: number | undefined;
}

/** Figures over visible replies. */
export function behaviour(messages: readonly string[]): Behaviour {
  const marks = messages.map(questionMarks);
  const withQuestion = marks.filter((count) => count > 0).length;
  return {
    messages: messages.length,
    avgChars: meanOf(messages.map(codePoints)),
    percentWithQuestion: messages.length === 0 ? undefined : (100 * withQuestion) / messages.length,
    questionMarksPerMessage: meanOf(marks),
  };
}

/** Latin, full-width and Arabic question marks. */
export function questionMarks(text: string): number {
  return text.match(/[?？؟]/g)?.length ?? 0;
}

/** Characters as a reader counts them, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
