import { longestLine } from './storeLimits';

/** A line of a file that holds something; `text` is `undefined` where it is too long to be any of ours. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string | undefined;
}

const lineEnd = 0x0a;

/** The lines of a file one after the other: a file of nothing but line breaks would fill the memory as a list. */
export function* textLines(bytes: Buffer): Generator<TextLine> {
  for (let start = 0, number = 1; start < bytes.length; number += 1) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) yield { number, text: end - start > longestLine ? undefined : bytes.toString('utf8', start, end) };
    start = end + 1;
  }
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

  add(line: number): void {
    if (this.#named.length < mostNamed) this.#named.push(`${this.#file} line ${line} is damaged and left out.`);
    else this.#others += 1;
  }

  get problems(): readonly string[] {
    if (this.#others === 0) return this.#named;
    return [...this.#named, `${this.#file} has ${this.#others} more damaged lines, which are left out, too.`];
  }
}
