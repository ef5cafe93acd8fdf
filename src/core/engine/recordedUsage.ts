import type { TokenUsage } from '../providers/provider';
import type { ReplyRecord } from '../store/runRecord';

/** A call's tokens as its record has them: at which price they are counted stands beside them. */
export function recordedUsage(usage: TokenUsage | undefined): Pick<ReplyRecord, 'usage' | 'batch'> {
  if (usage === undefined) return { usage };
  const { batch, ...tokens } = usage;
  return { usage: tokens, ...(batch === true ? { batch } : {}) };
}
