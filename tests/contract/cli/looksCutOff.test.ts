import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { startBatchServer } from '../../loopback/batchServer';
import { startModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { aims, decided, lookFolder, LookCommands, scripted } from './lookWorld';
import { callCounts } from '../../callCounts';

const cli = useCommandLine();
const world = { providing_guidance: 0.75 };

describe('a run that is killed in the middle of a look', () => {
  it('loses nothing, pays for nothing twice but what was in flight, and decides as an undisturbed run does', async () => {
    const server = await startModelServer({ reply: scripted(world), latencyMs: 5 });
    try {
      const folder = await cli().folder();
      await lookFolder(folder, 64);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('old', aims);
      const before = await commands.lastRun();
      const baseline = before.manifest.runId;
      await commands.evaluate('new', { ...aims, baseline });
      const undisturbed = await commands.lastRun();
      const { tutorCalls, judgeCalls } = callCounts(undisturbed.state);

      const [from, slots] = [server.calls, 4];
      const store = path.join(folder, 'store');
      const { child, ended } = cli().start(
        [
          ...['evaluate', 'new.md', '--benchmark', 'mrbench', '--samples', 'problems.jsonl', '--no-cache'],
          ...['--tutor', 'openai:tutor', '--judge', 'openai:judge', '--concurrency', String(slots), '--store', store],
          ...['--tutor-base-url', `${server.url}/v1`, '--judge-base-url', `${server.url}/v1`],
          ...['--target', aims.target[0] ?? '', '--guard', aims.guard[0] ?? '', '--baseline', baseline],
        ],
        { cwd: folder, env: { OPENAI_API_KEY: 'sk-loopback-1234567890' } },
      );
      // A look has eight units with three calls each, so this is in the second one.
      await server.arrived(from + 36);
      child.kill('SIGKILL');
      await ended;
      await expect.poll(() => server.inFlight).toBe(0);
      const cut = await commands.lastRun();
      expect(cut.manifest.runId).not.toBe(undisturbed.manifest.runId);
      expect(cut.state.looks).toHaveLength(1);

      const { runId } = cut.manifest;
      expect((await commands.resume(runId, { baseline })).code).toBe(0);
      const resumed = await commands.lastRun();
      expect(callCounts(resumed.state)).toMatchObject({ tutorCalls, judgeCalls });
      expect(server.calls - from - tutorCalls - judgeCalls).toBeLessThanOrEqual(slots);
      const looks = (run: typeof resumed) => run.state.looks.map(({ at: _, ...look }) => look);
      expect(looks(resumed)).toEqual(looks(undisturbed));
      expect(decided(before, resumed)).toBe(decided(before, undisturbed));
    } finally {
      await server.close();
    }
  });
});

describe('a run by batch with a baseline', () => {
  it('hands over one look after the other, also in another process, and stops once it is decided', async () => {
    const server = await startBatchServer({ reply: scripted({ providing_guidance: 0.95 }), polls: 2 });
    try {
      const folder = await cli().folder();
      await lookFolder(folder, 60);
      const commands = new LookCommands(folder, server.url);
      await commands.evaluate('old', aims);
      const before = await commands.lastRun();
      const baseline = before.manifest.runId;
      const whole = { ...aims, baseline, batch: true, runAll: true };
      await commands.evaluate('new', whole);
      const full = await commands.lastRun();
      expect(full.manifest.sequence?.looks).toEqual([20, 40, 60]);
      const [sizes, from] = [() => server.batches.map(({ calls }) => calls.length), server.batches.length];
      expect(sizes()).toEqual([60, 120]);

      let cuts = 0;
      const cutting = new LookCommands(folder, server.url, {
        onPoll: (stop) => {
          if (server.batches.length === from + 2 && cuts++ === 0) stop();
        },
      });
      await cutting.evaluate('new', { ...aims, baseline, batch: true });
      const cut = await commands.lastRun();
      expect([cut.state.status?.status, cut.state.looks.length]).toEqual(['interrupted', 0]);
      await commands.resume(cut.manifest.runId, { baseline });
      const gated = await commands.lastRun();
      // The replies of a look are one batch, their judgements the next one.
      expect(sizes().slice(from, from + 3)).toEqual([20, 40, 20]);
      expect(sizes().slice(from).length).toBeLessThanOrEqual(6);
      const end = gated.state.looks.at(-1)?.end ?? 60;
      expect(callCounts(gated.state).tutorCalls).toBe(end);
      expect(buildReport(gated, { resamples: 100 }).run.status).toBe('completed');
      expect(decided(before, gated)).toBe(decided(before, full));
    } finally {
      await server.close();
    }
  });
});
