import { isHomeServer } from '../providers/homeServer';
import { defaultTimeoutMs } from '../providers/providerEntry';
import type { LimiterBounds } from './callLimiter';

/**
 * A new key's limit is not known: a run begins with a quarter of the ceiling, which two full rounds of answers reach. What is turned
 * away meanwhile is tried again.
 */
export const adaptiveLanes: LimiterBounds = { start: 16, floor: 1, ceiling: 64 };

/**
 * Lanes to a server under a time limit in milliseconds; `concurrency` is the most there may be, where somebody said it. A home server has
 * a slot or a few and refuses nothing: what waits before them too long is worked out although nobody waits for it any more.
 */
export function lanesTo(
  baseUrl: string | undefined,
  concurrency: number | undefined,
  timeLimitMs = defaultTimeoutMs,
): LimiterBounds {
  const { start, floor, ceiling } = adaptiveLanes;
  if (concurrency !== undefined) return { start: Math.min(start, concurrency), floor, ceiling: concurrency };
  return isHomeServer(baseUrl) ? { start: 1, floor, ceiling, queuesUpToMs: timeLimitMs } : adaptiveLanes;
}
