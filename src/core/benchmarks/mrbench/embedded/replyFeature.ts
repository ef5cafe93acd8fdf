import type { ReplyReading } from './replyReading';

/** One number about a reply, the same for training and running. */
export interface ReplyFeature {
  /** Its name in the weights' file. */
  readonly id: string;
  /** What a high value says, as the end of a sentence that begins with “The reply”. */
  readonly high: string;
  /** What a low value says. */
  readonly low: string;
  /** Whether a worked solution may change it. */
  readonly ofSolution?: true;
  /** Finite for every reading. */
  value(reading: ReplyReading): number;
}

/** A count as its logarithm, so that the tenth question weighs less than the first. */
export function logCount(count: number): number {
  return Math.log2(1 + count);
}

/** A feature that no worked solution can change. */
export function feature(id: string, high: string, low: string, value: (reading: ReplyReading) => number): ReplyFeature {
  return { id, high, low, value };
}

/** One that a worked solution may change: not for dimensions whose judge must not see it. */
export function ofSolution(
  id: string,
  high: string,
  low: string,
  value: (reading: ReplyReading) => number,
): ReplyFeature {
  return { id, high, low, value, ofSolution: true };
}
