import { createHash } from 'node:crypto';
import { bareWords } from '../../src/core/benchmark/judging/replyText';

/** Rules are made and mended on `development`; `held-out` is only ever measured. */
export type DataPart = 'development' | 'held-out';

/** The part that a problem belongs to, by its words alone: all replies to it, in whatever file, are in the same. About half and half. */
export function partOf(problem: string): DataPart {
  const [first = 0] = createHash('sha256').update(bareWords(problem)).digest();
  return first % 2 === 0 ? 'development' : 'held-out';
}
