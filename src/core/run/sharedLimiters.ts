import { isHomeServer } from '../providers/homeServer';
import { defaultTimeoutMs, type ProviderEntry } from '../providers/providerEntry';
import { CallLimiter, type LimiterBounds, type LimitListener } from './callLimiter';

/** A new key's limit is unknown. Two full rounds of answers reach the ceiling. */
export const adaptiveSlots: LimiterBounds = { start: 16, floor: 1, ceiling: 64 };

/** `concurrency` is the user's number. A home server has one slot or few, and queues without refusing. */
export function slotsOf(
  baseUrl: string | undefined,
  concurrency: number | undefined,
  timeLimitMs = defaultTimeoutMs,
  own?: ProviderEntry['slots'],
): LimiterBounds {
  const ceiling = Math.min(concurrency ?? adaptiveSlots.ceiling, own?.ceiling ?? Infinity);
  const bounds = { ...adaptiveSlots, start: Math.min(own?.start ?? adaptiveSlots.start, ceiling), ceiling };
  return concurrency === undefined && isHomeServer(baseUrl)
    ? { ...bounds, start: 1, queuesUpToMs: timeLimitMs }
    : bounds;
}

export interface LimiterLease {
  take(server: string, key: string, bounds: LimiterBounds, onChange: LimitListener): CallLimiter;
  release(): void;
}

/** Runs of one process share what they learn about limits. The first run sets the bounds. */
export class SharedLimiters {
  readonly #shared = new Map<string, { readonly limiter: CallLimiter; users: number }>();

  probeNow(): void {
    for (const { limiter } of this.#shared.values()) limiter.probeNow();
  }

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
