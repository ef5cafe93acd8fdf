import { describe, expect, it } from 'vitest';
import { SlotGrowth } from '../../../src/core/run/slotGrowth';
import { createRandom, type Random } from '../../../src/core/statistics/random';

interface Call {
  readonly isJudge: boolean;
  readonly sentAt: number;
  readonly limit: number;
  endsAt: number;
}

interface Course {
  /** Slots after each answer. */
  readonly limit: readonly number[];
  readonly longestMs: number;
}

/** A server with this many slots answers calls in order of arrival. As many calls wait there as the limit allows. */
function serve(slots: number, answers: number, msOf: (isJudge: boolean) => number, timeLimitMs = 600_000): Course {
  const growth = new SlotGrowth(1, 64, timeLimitMs);
  let limit = 1;
  let now = 0;
  let sent = 0;
  let longestMs = 0;
  const course: number[] = [];
  const freeAt = Array.from({ length: slots }, () => 0);
  const under: Call[] = [];
  while (course.length < answers) {
    while (under.length < limit) {
      // A tutor's reply and two verdicts, as in a run.
      const isJudge = sent++ % 3 !== 0;
      const slot = freeAt.indexOf(Math.min(...freeAt));
      const endsAt = Math.max(now, freeAt[slot] ?? 0) + msOf(isJudge);
      freeAt[slot] = endsAt;
      under.push({ isJudge, sentAt: now, limit, endsAt });
    }
    under.sort((one, other) => one.endsAt - other.endsAt);
    const [next] = under;
    if (next === undefined) break;
    now = next.endsAt;
    longestMs = Math.max(longestMs, now - next.sentAt);
    if (next.limit === limit && under.length >= limit) limit = growth.answered(limit, next.isJudge, now - next.sentAt);
    under.shift();
    course.push(limit);
  }
  return { limit: course, longestMs };
}

function share(limit: readonly number[], from: number, to: number): number {
  const later = limit.slice(limit.length / 4);
  return later.filter((number) => number >= from && number <= to).length / later.length;
}

/** The number that there was for the most answers. */
function mostOften(limit: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of limit) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Draws with this median, a third of them above 1.6 times as much or below 0.6. */
function logNormal(random: Random, medianMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return medianMs * Math.exp(0.5 * normal);
}

describe('slots of a server that lets calls wait in a line', () => {
  it.each([1, 2, 3, 4])('settle at its %i slots where all calls take the same time', (slots) => {
    const { limit } = serve(slots, 600, () => 8_000);
    expect(mostOften(limit)).toBe(slots);
    expect(limit.at(-1)).toBeLessThanOrEqual(slots + 1);
    expect(share(limit, slots, slots)).toBeGreaterThan(0.5);
  });

  it.each([8, 16])('come near its %i slots, by steps of a quarter', (slots) => {
    const { limit } = serve(slots, 4_000, () => 8_000);
    expect(mostOften(limit)).toBeGreaterThanOrEqual(0.8 * slots);
    expect(mostOften(limit)).toBeLessThanOrEqual(1.25 * slots);
  });

  it.each([1, 2, 4])('are about its %i slots where calls differ much, and judges are shorter than tutors', (slots) => {
    const found = Array.from({ length: 40 }, (_, seed) => {
      const random = createRandom(`slots ${seed}`);
      const { limit } = serve(slots, 803, (isJudge) => logNormal(random, isJudge ? 3_000 : 12_000));
      return share(limit, slots, 1.5 * slots + 1);
    });
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    expect(mean).toBeGreaterThan(0.85);
  });

  it('are as many as there may be at a server that has room for all', () => {
    const { limit } = serve(1_000, 3_000, () => 2_000);
    expect(limit.at(-1)).toBe(64);
  });

  it('stay at one where a second call might wait until its time limit', () => {
    const { limit } = serve(2, 100, () => 250_000);
    expect(Math.max(...limit)).toBe(1);
  });

  it.each([8_000, 20_000, 60_000, 190_000])(
    'let no call of %i ms at a single slot come near its time limit',
    (callMs) => {
      expect(serve(1, 803, () => callMs).longestMs).toBeLessThan(450_000);
    },
  );

  it('begin anew with what is left after a cut, and rest before they grow', () => {
    const growth = new SlotGrowth(1, 64, 600_000);
    const answer = (limit: number, times: number): number => {
      let now = limit;
      for (let time = 0; time < times; time += 1) now = growth.answered(now, false, 1_000);
      return now;
    };
    const grown = answer(1, 60);
    expect(grown).toBeGreaterThan(3);
    growth.cut(2);
    expect(answer(2, 30)).toBe(2);
    expect(answer(2, 60)).toBeGreaterThan(2);
  });
});
