import { describe, expect, it } from 'vitest';
import { useCommandLine } from '../contract/cli/commandLine';
import { expectEachOnce, playFaultyCommands } from '../contract/faults/faultyCommands';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from '../contract/faults/loopbackRun';
import { playOutage } from '../contract/faults/outage';
import { expectNoStrayRejections } from '../contract/faults/strayRejections';
import { temporaryFolders } from '../contract/store/temporaryFolder';
import { startFaultyServer } from '../loopback/faultyServer';
import { SlotWatch } from './slotWatch';
import { noteRows, secondsSince } from './soakRow';

const cli = useCommandLine();
const newFolder = temporaryFolders();
expectNoStrayRejections();
const slots = { start: 8, floor: 1, ceiling: 64 };

describe('a bad provider, in real time', () => {
  it('three calls in ten go wrong, with stalls of a minute and bodies without an end', async () => {
    const samples = 100;
    const server = await startFaultyServer({ seed: 11, share: 0.3, stallMs: 60_000, latencyMs: 20 });
    try {
      const from = performance.now();
      const root = await newFolder();
      await planLoopbackRun(root, samples);
      // Longer than a stall, which is then answered; a body without an end is cut off.
      // Random refusals would bring the number in flight down to a few, and the stalls then take an hour.
      const options = { root, url: server.url, slots: { ...slots, floor: 16, start: 16 }, timeoutMs: 75_000 };
      let run = await playLoopbackRun(options);
      const failed = run.records.filter(({ kind }) => kind === 'failed').length;
      for (let resume = 0; run.status.status === 'incomplete' && resume < 5; resume += 1)
        run = await playLoopbackRun(options);
      const wrong = [...server.faults.values()].reduce((sum, count) => sum + count, 0);
      await noteRows({
        what: 'faults: 300 calls, 30 % of all attempts go wrong, 16 slots at least',
        figure: `${wrong} of ${server.calls} attempts went wrong, ${failed} calls given up and resumed, ${secondsSince(from)}`,
      });
      expect(run.status.status).toBe('completed');
      expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
    } finally {
      await server.leave();
    }
  });

  it('three calls in ten go wrong with the command line, which has its own slots and time limits', async () => {
    const samples = 160;
    const server = await startFaultyServer({ seed: 12, share: 0.3, stallMs: 60_000, latencyMs: 20 });
    try {
      const from = performance.now();
      const slotsSeen = new SlotWatch();
      const played = await playFaultyCommands(cli(), { samples, server, onStart: slotsSeen.follow });
      const wrong = [...server.faults.values()].reduce((sum, count) => sum + count, 0);
      const givenUp = played.records.filter(({ kind }) => kind === 'failed').length;
      await noteRows({
        what: `faults: ${2 * samples} calls of the command line, 30 % of all attempts go wrong, slots as they come`,
        figure: `${wrong} of ${server.calls} attempts went wrong, ${givenUp} calls given up and resumed, ${[...slotsSeen.words, secondsSince(from)].join('; ')}`,
      });
      expectEachOnce(played, server, samples);
    } finally {
      await server.leave();
    }
  });

  it('is gone for twenty seconds', async () => {
    const outage = { root: await newFolder(), samples: 300, goneMs: 20_000, backWithinMs: 20_000, afterCalls: 200 };
    const { backAfterMs, lostAttempts } = await playOutage(outage);
    await noteRows({
      what: 'outage: 20 s',
      figure: `goes on ${(backAfterMs / 1_000).toFixed(1)} s after the return, ${lostAttempts} attempts met nobody, none given up`,
    });
  });

  it('takes sixty calls a second', async () => {
    const samples = 1_000;
    const callsASecond = 60;
    const server = await startFaultyServer({ callsASecond, latencyMs: 50 });
    try {
      const from = performance.now();
      const root = await newFolder();
      await planLoopbackRun(root, samples);
      const run = await playLoopbackRun({ root, url: server.url, slots });
      const seconds = (performance.now() - from) / 1_000;
      await noteRows({
        what: `rate limit: 3,000 calls at ${callsASecond} a second`,
        figure: `${((100 * server.refused) / server.calls).toFixed(1)} % refused, ${(server.answered / seconds).toFixed(0)} a second answered, ${secondsSince(from)}`,
      });
      expect(run.status.status).toBe('completed');
      expect(run.records.filter(({ kind }) => kind === 'failed')).toEqual([]);
      expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
      expect(server.refused / server.calls).toBeLessThan(0.3);
    } finally {
      await server.leave();
    }
  });
});
