import { afterEach, describe, expect, it } from 'vitest';
import { slotsOf } from '../../../src/core/run/sharedLimiters';
import { defaultTimeoutMs } from '../../../src/core/providers/providerEntry';
import { startSlotServer, type SlotServer } from '../../loopback/slotServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();
let server: SlotServer;
afterEach(() => server.close());

/**
 * Plays a run of three calls a sample against a server with so many slots, as the product would. Time is the server's:
 * every call takes exactly as long as it says, and the engine takes none.
 */
async function play(slots: number, callSeconds: number, samples: number) {
  let limit = 1;
  // Judges are asked when the tutor has answered.
  const callsExpected = ({ answersOf }: SlotServer): number => {
    const [replies, verdicts] = ['tutor', 'judge'].map((model) => answersOf.get(model) ?? 0) as [number, number];
    return Math.min(limit, samples - replies + 2 * replies - verdicts);
  };
  server = await startSlotServer({ slots, callMs: 1_000 * callSeconds, callsExpected });
  const root = await newFolder();
  await planLoopbackRun(root, samples, 'openai');
  const run = await playLoopbackRun({
    root,
    url: server.url,
    slots: slotsOf(server.url, undefined),
    clock: server.clock,
    onEvent: (event) => {
      if (event.kind !== 'limit') return;
      limit = event.limit;
      server.work();
    },
  });
  expect(run.status.status).toBe('completed');
  expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
  expect(run.events.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  // Nothing was worked out for nobody, and nothing twice; no call waited for as long as its time limit.
  expect(server).toMatchObject({ abandoned: 0, answered: 3 * samples, calls: 3 * samples });
  expect(server.longestMs).toBeLessThan(defaultTimeoutMs);
  return run.events.flatMap((event) => (event.kind === 'limit' ? [event.limit] : []));
}

describe('a home server that lets calls wait in a line', () => {
  it.each([
    [8, 80],
    [20, 40],
    [60, 24],
  ])(
    'with one slot and %i s a call loses and abandons nothing of %i samples',
    async (seconds, samples) => {
      const limits = await play(1, seconds, samples);
      // Now and then a second one sees whether it still waits for the first.
      expect(Math.max(...limits)).toBe(2);
      expect(limits.length).toBeGreaterThan(1);
    },
    60_000,
  );

  it.each([
    [8, 80],
    [20, 50],
    [60, 30],
  ])(
    'with two slots and %i s a call loses and abandons nothing of %i samples',
    async (seconds, samples) => {
      const limits = await play(2, seconds, samples);
      expect(limits[0]).toBe(2);
      expect(Math.max(...limits)).toBeLessThanOrEqual(3);
    },
    60_000,
  );
});
