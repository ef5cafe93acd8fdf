import { isHomeServer } from '../providers/homeServer';
import { defaultTimeoutMs } from '../providers/providerEntry';
import { type LimiterBounds, CallLimiter, type LimitListener } from './callLimiter';

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

/** The limiters of one run, for as long as it goes on. */
export interface LimiterLease {
  /**
   * That of a server under a key: the one that other runs have taken, else a new one within `bounds`. `onChange` hears of its changes until
   * the run is over.
   */
  take(server: string, key: string, bounds: LimiterBounds, onChange: LimitListener): CallLimiter;
  /** The run is over. */
  release(): void;
}

interface Shared {
  readonly limiter: CallLimiter;
  readonly key: string;
  users: number;
}

/**
 * Has runs of one process that go on at the same time share the limiter of a server and key, so that together they have no more calls
 * in flight than one may, and what one learns of the server the others know. One that no run uses any more is forgotten: by the next run,
 * what it learned is old. The bounds are those of the run that came first.
 */
export class SharedLimiters {
  readonly #shared = new Map<string, Shared[]>();

  lease(): LimiterLease {
    const leaving: (() => void)[] = [];
    return {
      take: (server, key, bounds, onChange) => {
        const shared =
          this.#find(server, key) ?? this.#add(server, { limiter: new CallLimiter(bounds), key, users: 0 });
        shared.users += 1;
        const unfollow = shared.limiter.follow(onChange);
        leaving.push(() => {
          shared.users -= 1;
          unfollow();
        });
        return shared.limiter;
      },
      release: () => {
        for (const leave of leaving.splice(0)) leave();
        for (const [server, all] of this.#shared) {
          const used = all.filter(({ users }) => users > 0);
          if (used.length === 0) this.#shared.delete(server);
          else this.#shared.set(server, used);
        }
      },
    };
  }

  #find(server: string, key: string): Shared | undefined {
    return this.#shared.get(server)?.find((shared) => shared.key === key);
  }

  #add(server: string, shared: Shared): Shared {
    this.#shared.set(server, [...(this.#shared.get(server) ?? []), shared]);
    return shared;
  }
}
