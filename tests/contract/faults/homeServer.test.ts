import { afterEach, describe, expect, it } from 'vitest';
import { slotsOf } from '../../../src/core/run/sharedLimiters';
import { defaultTimeoutMs } from '../../../src/core/providers/providerEntry';
import { startSlotServer, type SlotServer } from '../../loopback/slotServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { quickClock } from './quickClock';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();
let server: SlotServer;
afterEach(() => server.close());

/**
 * Plays a run of three calls a sample against a server with so many slots, as the product would. Time is `speed` times as fast: the
 * engine's clock, what a call takes, and its time limit are all shortened by as much.
 */
async function play(slots: number, callSeconds: number, samples: number, speed: number) {
  server = await startSlotServer({ slots, callMs: (1_000 * callSeconds) / speed });
  const root = await newFolder();
  await planLoopbackRun(root, samples, 'openai');
  const run = await playLoopbackRun({
    root,
    url: server.url,
    lanes: slotsOf(server.url, undefined),
    timeoutMs: defaultTimeoutMs / speed,
    clock: quickClock(speed),
  });
  expect(run.status.status).toBe('completed');
  expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
  expect(run.events.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  // Nothing was worked out for nobody, and nothing twice.
  expect(server).toMatchObject({ abandoned: 0, answered: 3 * samples, calls: 3 * samples });
  return run.events.flatMap((event) => (event.kind === 'limit' ? [event.limit] : []));
}

describe('a home server that lets calls wait in a line', () => {
  it.each([
    [8, 80, 200],
    [20, 40, 400],
    [60, 24, 400],
  ])(
    'with one slot and %i s a call loses and abandons nothing of %i samples',
    async (seconds, samples, speed) => {
      const limits = await play(1, seconds, samples, speed);
      // Now and then a second one sees whether it still waits for the first. Here a call is so short that what is between two counts, too.
      expect(Math.max(...limits)).toBeLessThanOrEqual(3);
      expect(limits.length).toBeGreaterThan(1);
    },
    60_000,
  );

  it.each([
    [8, 80, 200],
    [20, 50, 400],
    [60, 30, 400],
  ])(
    'with two slots and %i s a call loses and abandons nothing of %i samples',
    async (seconds, samples, speed) => {
      const limits = await play(2, seconds, samples, speed);
      expect(limits[0]).toBe(2);
      expect(Math.max(...limits)).toBeLessThanOrEqual(4);
    },
    60_000,
  );
});
