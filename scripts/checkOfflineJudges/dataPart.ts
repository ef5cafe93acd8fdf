import { createHash } from 'node:crypto';
import { bareWords } from '../../src/core/benchmark/judging/replyText';

/** Rules are made and fixed on `development`; `held-out` is only ever measured. */
export type DataPart = 'development' | 'held-out';

/** The part of a problem, by its words alone, so that all replies to it are in one part. About half and half. */
export function partOf(problem: string): DataPart {
  const [first = 0] = createHash('sha256').update(bareWords(problem)).digest();
  return first % 2 === 0 ? 'development' : 'held-out';
}
