import type { LimitRecord } from '../store/runRecord';
import type { CallLimiter } from './callLimiter';
import { isoTime, type Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';

/** Milliseconds between two records of one limiter, and what they become after `frequentRecords` of them: a day has 1,500 then. */
const gapMs = 1_000;
const laterGapMs = 60_000;
const frequentRecords = 60;

type Changes = Omit<LimitRecord, 'kind' | 'at' | 'provider' | 'baseUrl'>;

/**
 * Writes down how the numbers of calls allowed in flight change. Changes that follow each other fast become one record, so that
 * a long run's journal holds the course of them and not each one; every change is counted in some record.
 */
export class LimitRecorder {
  readonly #clock: Clock;
  readonly #write: (record: LimitRecord) => void;
  readonly #closing: (() => void)[] = [];

  constructor(endpoints: readonly ModelEndpoint[], clock: Clock, write: (record: LimitRecord) => void) {
    this.#clock = clock;
    this.#write = write;
    const followed = new Map<CallLimiter, ModelEndpoint>();
    for (const endpoint of endpoints) if (!followed.has(endpoint.limiter)) followed.set(endpoint.limiter, endpoint);
    for (const endpoint of followed.values()) this.#follow(endpoint);
  }

  /** Writes what is not written yet, and hears no more. */
  close(): void {
    for (const close of this.#closing.splice(0)) close();
  }

  #follow({ limiter, provider, baseUrl }: ModelEndpoint): void {
    let pending = unchanged(limiter.limit);
    let written = 0;
    let writtenAt = Number.NEGATIVE_INFINITY;
    const flush = (): void => {
      const where = { provider: provider.id, ...(baseUrl === undefined ? {} : { baseUrl }) };
      this.#write({ kind: 'limit', at: isoTime(this.#clock), ...where, ...pending });
      pending = unchanged(pending.to);
      written += 1;
      writtenAt = this.#clock.elapsed();
    };
    const unfollow = limiter.follow((to, reason) => {
      const isCut = reason === 'rate limit' || reason === 'time-out';
      pending = {
        from: pending.from,
        to,
        low: Math.min(pending.low, to),
        high: Math.max(pending.high, to),
        growths: pending.growths + (isCut ? 0 : 1),
        cuts: pending.cuts + (isCut ? 1 : 0),
      };
      if (this.#clock.elapsed() - writtenAt >= (written < frequentRecords ? gapMs : laterGapMs)) flush();
    });
    this.#closing.push(() => {
      unfollow();
      if (pending.growths + pending.cuts > 0) flush();
    });
  }
}

function unchanged(limit: number): Changes {
  return { from: limit, to: limit, low: limit, high: limit, growths: 0, cuts: 0 };
}
