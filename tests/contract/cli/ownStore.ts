import path from 'node:path';
import { FileRunStore } from '../../../src/core/store/fileRunStore';

/** The store of a prompt in this folder. */
export const storeOf = (cwd: string): FileRunStore => new FileRunStore(path.join(cwd, '.tutor-prompt-lab'));

/** All texts in a value, and every five words in a row of them, to find what was copied. */
export function passages(value: unknown): readonly string[] {
  const words =
    textOf(value)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(4).map((_, index) => words.slice(index, index + 5).join(' '));
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join('\n') : String(value);
