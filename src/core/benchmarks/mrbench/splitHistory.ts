import type { MrTurn } from './samples';

/** A history taken apart. */
export interface SplitHistory {
  readonly turns: readonly MrTurn[];
  /** Turns that had a label and no words. */
  readonly emptyTurns: number;
  /** Words before the first label. */
  readonly preamble: string;
}

// The released files write no-break spaces around line ends, a blank before the colon, and once "Turor". A label stands at the
// start of a line; \s covers U+00A0. Blanks before it are taken one line at a time, so that the search stays linear.
const label = /(?:^|\n)[^\S\n]{0,8}(Tutor|Turor|Student)[^\S\n]{0,3}:/g;

/** Splits one string of turns; a turn may have several lines, blank ones too. No-break spaces become plain ones. */
export function splitHistory(text: string): SplitHistory {
  const source = text.replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ');
  const marks = [...source.matchAll(label)];
  const turns: MrTurn[] = [];
  for (const [index, mark] of marks.entries()) {
    const end = marks[index + 1]?.index ?? source.length;
    const content = source.slice(mark.index + mark[0].length, end).trim();
    if (content !== '') turns.push({ role: mark[1] === 'Student' ? 'student' : 'tutor', content });
  }
  const preamble = source.slice(0, marks[0]?.index ?? source.length).trim();
  return { turns, emptyTurns: marks.length - turns.length, preamble };
}
