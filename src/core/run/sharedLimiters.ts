import { isHomeServer } from '../providers/homeServer';
import { defaultTimeoutMs } from '../providers/providerEntry';
import type { LimitRecord } from '../store/runRecord';
import { CallLimiter, type LimiterBounds, type LimitListener } from './callLimiter';
import { type Clock, isoTime } from './clock';
import type { ModelEndpoint } from './modelEndpoint';

/** A new key's limit is unknown. Two full rounds of answers reach the ceiling. */
export const adaptiveSlots: LimiterBounds = { start: 16, floor: 1, ceiling: 64 };

/** `concurrency` is the user's number. A home server has one slot or few, and queues without refusing. */
export function slotsOf(
  baseUrl: string | undefined,
  concurrency: number | undefined,
  timeLimitMs = defaultTimeoutMs,
): LimiterBounds {
  const { start, floor, ceiling } = adaptiveSlots;
  if (concurrency !== undefined) return { start: Math.min(start, concurrency), floor, ceiling: concurrency };
  return isHomeServer(baseUrl) ? { start: 1, floor, ceiling, queuesUpToMs: timeLimitMs } : adaptiveSlots;
}

export interface LimiterLease {
  take(server: string, key: string, bounds: LimiterBounds, onChange: LimitListener): CallLimiter;
  release(): void;
}

/** Runs of one process share what they learn about limits. The first run sets the bounds. */
export class SharedLimiters {
  readonly #shared = new Map<string, { readonly limiter: CallLimiter; users: number }>();

  lease(): LimiterLease {
    const leaving: (() => void)[] = [];
    return {
      take: (server, key, bounds, onChange) => {
        const id = JSON.stringify([server, key]);
        const shared = this.#shared.get(id) ?? { limiter: new CallLimiter(bounds), users: 0 };
        this.#shared.set(id, shared);
        shared.users += 1;
        leaving.push(shared.limiter.follow(onChange), () => {
          shared.users -= 1;
          if (shared.users === 0) this.#shared.delete(id);
        });
        return shared.limiter;
      },
      release: () => {
        for (const leave of leaving.splice(0)) leave();
      },
    };
  }
}

const gapMs = 60_000;

/** Records limit changes until closed; changes in quick succession become one record. */
export function recordLimits(
  endpoints: readonly ModelEndpoint[],
  clock: Clock,
  write: (record: LimitRecord) => void,
): () => void {
  const limiters = new Map(endpoints.map((endpoint) => [endpoint.limiter, endpoint]));
  const closing = [...limiters.values()].map((endpoint) => followLimit(endpoint, clock, write));
  return () => closing.forEach((close) => close());
}

function followLimit(
  { limiter, provider: { id: provider }, baseUrl }: ModelEndpoint,
  clock: Clock,
  write: (record: LimitRecord) => void,
): () => void {
  const unchanged = (limit: number) => ({ from: limit, to: limit, low: limit, high: limit, growths: 0, cuts: 0 });
  let pending = unchanged(limiter.limit);
  let writtenAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    write({ kind: 'limit', at: isoTime(clock), provider, baseUrl, ...pending });
    pending = unchanged(pending.to);
    writtenAt = clock.elapsed();
  };
  const unfollow = limiter.follow((to, reason) => {
    const isCut = reason === 'rate limit' || reason === 'time-out';
    const { from, low, high, growths, cuts } = pending;
    const counts = isCut ? { growths, cuts: cuts + 1 } : { growths: growths + 1, cuts };
    pending = { from, to, low: Math.min(low, to), high: Math.max(high, to), ...counts };
    if (clock.elapsed() - writtenAt >= gapMs) flush();
  });
  return () => {
    unfollow();
    if (pending.growths + pending.cuts > 0) flush();
  };
}
