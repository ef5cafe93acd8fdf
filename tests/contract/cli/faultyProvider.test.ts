import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startFaultyServer } from '../../loopback/faultyServer';
import { faultKinds } from '../../loopback/serverFaults';
import { expectEachOnce, playFaultyCommands } from '../faults/faultyCommands';
import { startFloodingRelay } from '../faults/floodingRelay';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();

const reportSchema = z.object({
  details: z.array(
    z.object({
      summary: z.object({ sampleId: z.string(), status: z.string() }),
      turns: z.array(z.object({ role: z.string() })),
      verdicts: z.array(z.object({ outcome: z.string() })),
    }),
  ),
});

// Most of their time is waiting, so they do it together.
describe.concurrent('evaluate with a bad provider, with slots as they come', () => {
  it('with which three calls in ten go wrong costs no sample: each has one reply and one verdict in the end', async () => {
    const samples = 60;
    // The command line has no setting for how long a call may take, so a stall ends by itself here.
    const server = await startFaultyServer({ seed: 5, share: 0.3, stallMs: 1_000, latencyMs: 2 });
    const relay = await startFloodingRelay(server.url);
    try {
      const played = await playFaultyCommands(cli(), { samples, server, url: relay.url });
      // Seed and texts decide on the faults. If a changed text misses a kind, choose another seed.
      expect([...server.faults.keys()].sort()).toEqual([...faultKinds].sort());
      expectEachOnce(played, server, samples);
      await expectReport(played.cwd, samples);
    } finally {
      await relay.close();
      await server.leave();
    }
  });

  it('with which eight in ten do ends with 3 after six attempts a call, and resume does the rest once it is better', async () => {
    const samples = 12;
    // The server looks at its options with each call.
    const options = { seed: 2, share: 0.8, kinds: ['serverError', 'malformedJson'] as const, latencyMs: 2 };
    const server = await startFaultyServer(options);
    try {
      const beforeResume = (): void => {
        options.share = 0.1;
      };
      const played = await playFaultyCommands(cli(), { samples, server, beforeResume });
      expect(played.printed.length).toBeGreaterThan(1);
      expectEachOnce(played, server, samples);
      for (const record of played.records) {
        if (record.kind !== 'failed') continue;
        expect(record.failure).toMatch(/^(server|badResponse)$/);
        expect(record.message).toMatch(/Given up after 6 attempts/);
        expect(record.retries).toBe(5);
      }
    } finally {
      await server.leave();
    }
  });
});

/** Expects one reply and one verdict of each sample in the report as JSON. */
async function expectReport(cwd: string, samples: number): Promise<void> {
  const written = await cli().run(['report', 'latest', '--format', 'json', '--output', 'report.json'], { cwd });
  expect([written.err, written.code]).toEqual([expect.any(String), 0]);
  const { details } = reportSchema.parse(JSON.parse(await readFile(path.join(cwd, 'report.json'), 'utf8')));
  expect(new Set(details.map(({ summary }) => summary.sampleId)).size).toBe(samples);
  expect(details).toHaveLength(samples);
  for (const { summary, turns, verdicts } of details) {
    const replies = turns.filter(({ role }) => role === 'reply').length;
    expect([summary.sampleId, summary.status, replies, verdicts.length]).toEqual([summary.sampleId, 'judged', 1, 1]);
  }
}
