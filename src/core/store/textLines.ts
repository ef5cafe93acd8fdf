import { PlainFileError } from './plainFile';
import { longestLine, mostDamagedLines, mostLines } from './storeLimits';

/** A line of a file that holds something; `text` is `undefined` where it is too long to be any of ours. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string | undefined;
}

const lineEnd = 0x0a;

/**
 * The lines of a file one after the other: a file of nothing but line breaks would fill the memory as a list. Throws `PlainFileError`
 * `lines` for more of them than a file of ours can have.
 */
export function* textLines(bytes: Buffer, file: string): Generator<TextLine> {
  for (let start = 0, number = 1; start < bytes.length; number += 1) {
    assertLines(number, file);
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) yield { number, text: end - start > longestLine ? undefined : bytes.toString('utf8', start, end) };
    start = end + 1;
  }
}

/** Throws `PlainFileError` `lines` for the line whose number is beyond those of any file of ours. */
export function assertLines(number: number, file: string): void {
  if (number > mostLines) throw tooMany(file, mostLines, 'lines');
}

function tooMany(file: string, most: number, what: string): PlainFileError {
  const mend = 'Put an undamaged copy in its place, or move it away.';
  return new PlainFileError('lines', file, `${file} has more than ${most.toLocaleString('en')} ${what}. ${mend}`);
}

/** Sentences on lines that had to be left out; a file that has hardly any others is no reason for a million of them. */
const mostNamed = 100;

/** Names the lines of a file that are left out, the first of them one by one. */
export class DamagedLines {
  readonly #file: string;
  readonly #named: string[] = [];
  #others = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Throws `PlainFileError` `lines` for one too many: to try millions of them takes minutes. */
  add(line: number): void {
    if (this.#named.length + this.#others === mostDamagedLines)
      throw tooMany(this.#file, mostDamagedLines, 'damaged lines');
    if (this.#named.length < mostNamed) this.#named.push(`${this.#file} line ${line} is damaged and left out.`);
    else this.#others += 1;
  }

  get problems(): readonly string[] {
    if (this.#others === 0) return this.#named;
    return [...this.#named, `${this.#file} has ${this.#others} more damaged lines, which are left out, too.`];
  }
}
