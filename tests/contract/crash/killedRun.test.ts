import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/statistics/random';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { isRecord, type ModelRequest } from '../../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { manifestOf } from '../store/storedRun';
import { temporaryFolders } from '../store/temporaryFolder';

const newFolder = temporaryFolders();
const samples = plainSamples(25, 2);
const planned = samples.flatMap(({ id }) => [`${id} turn 1`, `${id} turn 2`, `${id} tone`, `${id} clarity`]).sort();
const slots = 4;
const kills = 10;
/** A slot is held until its answer is on disk, so a kill costs at most the calls in flight. */
const mostLost = slots;

let program = '';
let server: ModelServer;

beforeAll(async () => {
  program = path.join(await newFolder(), 'crashProgram.mjs');
  const entry = path.join(import.meta.dirname, 'crashProgram.ts');
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  server = await startModelServer({
    latencyMs: 10,
    reply: (request) =>
      isRecord(request.body.response_format)
        ? '{"reasoning": "because", "verdict": true}'
        : `Reply to ${callOf(request)}.`,
  });
});
afterAll(() => server.close());

/** The planned call that a request is, from what it says: `s3 turn 2` or `s3 tone`. */
function callOf({ system, messages }: ModelRequest): string {
  const judge = /You are judge (\w+)/.exec(system)?.[1];
  const last = messages.at(-1)?.text ?? '';
  const sample = /^s\d+/.exec(last)?.[0] ?? '?';
  return `${sample} ${judge ?? `turn ${/says (\d+)/.exec(last)?.[1] ?? '?'}`}`;
}

function answered(records: readonly RunRecord[]): string[] {
  return records.flatMap((record) => {
    if (record.kind !== 'reply' && record.kind !== 'judged') return [];
    const sample = /\/(s\d+)#/.exec(record.item)?.[1] ?? '?';
    return [`${sample} ${record.kind === 'reply' ? `turn ${record.turn}` : record.key}`];
  });
}

function start(root: string): { readonly child: ChildProcess; readonly gone: Promise<unknown>; output(): string } {
  const child = spawn(process.execPath, [program, root, 'run-1', server.url, String(slots)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, gone: once(child, 'close'), output: () => output };
}

describe('a run that is killed again and again', () => {
  it('pays twice only for calls whose answer was not on disk, and ends with each planned call answered exactly once', async () => {
    const root = await newFolder();
    const store = new FileRunStore(root);
    const stored = samples.map((sample) => ({ benchmark: plainToy.id, sample }));
    await (await store.create(manifestOf('run-1', stored), stored)).close();
    const random = createRandom(20260301);
    const lost = new Map<string, number>();
    for (let kill = 0; kill < kills; kill += 1) {
      const before = server.calls;
      const { child, gone } = start(root);
      await server.arrived(server.calls + 1 + random.int(9));
      // Some microtasks and ticks later or at once: the moments fall before, in and after a write to the journal.
      for (let tick = random.int(30); tick > 0; tick -= 1) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await gone;
      // What was on its way when the process died has its answer thrown away by now; the next process must not meet it.
      await expect.poll(() => server.inFlight).toBe(0);
      const run = await store.open('run-1');
      const kept = answered(run.records);
      expect(new Set(kept).size).toBe(kept.length);
      const missing = server.requests
        .slice(before)
        .map(callOf)
        .filter((call) => !kept.includes(call));
      expect(missing.length).toBeLessThanOrEqual(mostLost);
      for (const call of missing) lost.set(call, (lost.get(call) ?? 0) + 1);
      expect(await store.list()).toMatchObject([{ kind: 'run', lastStatus: 'interrupted' }]);
    }
    const last = start(root);
    await last.gone;
    expect(last.output()).toBe('completed \n');
    const run = await store.open('run-1');
    expect(answered(run.records).sort()).toEqual(planned);
    expect((await store.list())[0]).toMatchObject({ lastStatus: 'completed' });
    for (const call of planned) {
      const times = server.requests.filter((request) => callOf(request) === call).length;
      expect(times, call).toBe(1 + (lost.get(call) ?? 0));
    }
    expect(server.peakInFlight).toBeLessThanOrEqual(slots);
    expect(server.calls - planned.length).toBeLessThanOrEqual(kills * mostLost);
    // The test would prove nothing if the kills never hit a call in flight.
    expect(lost.size).toBeGreaterThan(3);
  }, 60_000);
});
