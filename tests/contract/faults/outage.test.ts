import { describe, expect, it } from 'vitest';
import { startFaultyServer } from '../../loopback/faultyServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { playOutage } from './outage';
import { quickClock } from './quickClock';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();

describe('a network that is gone for a while', () => {
  it('is waited for in the middle of a run: it goes on, and gives no call up', async () => {
    const outage = { samples: 120, goneMs: 2_000, backWithinMs: 10_000, afterCalls: 60 };
    const { lostAttempts } = await playOutage({ ...outage, root: await newFolder() });
    // Once it is clear that nobody is there, one call at a time looks whether that is still so.
    expect(lostAttempts).toBeLessThan(60);
  }, 60_000);

  it('is waited for although the judge has not answered yet: the tutor behind the same address has', async () => {
    // Three minutes for the engine: longer than all attempts of a call that is not waited for.
    const outage = { samples: 1, goneMs: 5_000, backWithinMs: 10_000, afterCalls: 1, shared: true };
    const run = { root: await newFolder(), clock: quickClock(40), latencyMs: 50 };
    const { answeredBefore } = await playOutage({ ...outage, ...run });
    expect(answeredBefore).toBe(1);
  }, 60_000);
});

describe('a provider that does not come back', () => {
  it('ends the run after five minutes, with a message and no call given up, and a resume does the rest', async () => {
    const samples = 60;
    const server = await startFaultyServer({ latencyMs: 10 });
    try {
      const root = await newFolder();
      await planLoopbackRun(root, samples);
      // Five minutes in a second and a half.
      const options = { root, url: server.url, clock: quickClock(200) };
      const playing = playLoopbackRun(options);
      await expect.poll(() => server.answered, { interval: 1, timeout: 10_000 }).toBeGreaterThan(30);
      await server.leave();
      const first = await playing;
      expect(first.status.status).toBe('failed');
      expect(first.status.detail).toMatch(/could not be reached.*Other calls failed, too; resume the run later/);
      expect(first.records.filter(({ kind }) => kind === 'failed')).toEqual([]);
      await server.listen();
      const last = await playLoopbackRun(options);
      expect(last.status.status).toBe('completed');
      expect(answeredIn(last.records).sort()).toEqual(plannedAnswers(samples));
    } finally {
      await server.leave();
    }
  }, 60_000);
});
