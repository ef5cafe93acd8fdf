import path from 'node:path';
import { tutorPhrases } from '../../../src/core/simulation/tutorPhrases';
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

/** Without points in time, which records of the same second share. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textOf).join('\n')
    : String(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '');

/** Passages of the half that confirms, without those that the other half has, or the simulated tutor's own words. */
export function passagesKept(confirming: readonly unknown[], racing: readonly unknown[]): ReadonlySet<string> {
  const known = new Set([...racing, tutorPhrases].flatMap(passages));
  return new Set(confirming.flatMap(passages).filter((one) => !known.has(one)));
}
