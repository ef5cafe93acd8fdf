import type { LimitRecord } from '../store/runRecord';
import { isoTime, type Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';

/** Milliseconds between two records of one limiter, and what they become after `frequentRecords` of them: a day has 1,500 then. */
const gapMs = 1_000;
const laterGapMs = 60_000;
const frequentRecords = 60;

/** Writes down how limits change until it is closed; changes that follow each other fast become one record. */
export function recordLimits(
  endpoints: readonly ModelEndpoint[],
  clock: Clock,
  write: (record: LimitRecord) => void,
): () => void {
  const limiters = [...new Map(endpoints.map((endpoint) => [endpoint.limiter, endpoint])).values()];
  const closing = limiters.map((endpoint) => followLimit(endpoint, clock, write));
  return () => {
    for (const close of closing.splice(0)) close();
  };
}

function followLimit(
  { limiter, provider: { id: provider }, baseUrl }: ModelEndpoint,
  clock: Clock,
  write: (record: LimitRecord) => void,
): () => void {
  const unchanged = (limit: number) => ({ from: limit, to: limit, low: limit, high: limit, growths: 0, cuts: 0 });
  let pending = unchanged(limiter.limit);
  let written = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    write({ kind: 'limit', at: isoTime(clock), provider, baseUrl, ...pending });
    pending = unchanged(pending.to);
    written += 1;
    writtenAt = clock.elapsed();
  };
  const unfollow = limiter.follow((to, reason) => {
    const isCut = reason === 'rate limit' || reason === 'time-out';
    const { from, low, high, growths, cuts } = pending;
    const counts = isCut ? { growths, cuts: cuts + 1 } : { growths: growths + 1, cuts };
    pending = { from, to, low: Math.min(low, to), high: Math.max(high, to), ...counts };
    if (clock.elapsed() - writtenAt >= (written < frequentRecords ? gapMs : laterGapMs)) flush();
  });
  return () => {
    unfollow();
    if (pending.growths + pending.cuts > 0) flush();
  };
}
