import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startFaultyServer, type FaultyServer } from '../../loopback/faultyServer';
import { useCommandLine } from '../cli/commandLine';
import { expectRefusal } from '../cli/expectRefusal';
import { evaluated } from '../cli/printedJson';
import { writeOneCriterionSamples } from '../crash/oneCriterionSamples';
import { answeredIn } from './loopbackRun';
import { smallDisks, whyNoSmallDisk } from './smallDisk';

const cli = useCommandLine();
const newDisk = smallDisks();
const reason = await whyNoSmallDisk();
let server: FaultyServer | undefined;
afterEach(() => server?.leave());

/** A folder with samples, and the arguments of an evaluation that keeps its runs in `store`. */
async function evaluation(store: string, samples: number): Promise<{ cwd: string; args: string[]; servers: string[] }> {
  server = await startFaultyServer({ latencyMs: 5 });
  const cwd = await cli().workspace();
  await writeOneCriterionSamples(path.join(cwd, 'samples.jsonl'), samples);
  const data = ['--benchmark', 'tutorbench', '--samples', 'samples.jsonl', '--store', store, '--concurrency', '8'];
  const servers = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', ...servers];
  return { cwd, args: ['evaluate', 'tutor.md', '--json', ...data, ...models], servers };
}

describe.skipIf(reason !== undefined)(`a disk (${reason ?? 'small ones can be mounted here'})`, () => {
  it('that fills up in the middle of a run stops it with a message and code 2, and a resume ends it once there is room', async () => {
    const samples = 100;
    // Room for the samples, and for about a third of the answers.
    const disk = await newDisk(200);
    const store = path.join(disk.folder, 'store');
    const { cwd, args, servers } = await evaluation(store, samples);
    const stopped = await cli().run(args, { cwd });
    expect([stopped.err, stopped.code]).toEqual([
      expect.stringMatching(/The disk is full\. Free some space, then resume/),
      2,
    ]);
    expect(stopped.err).toMatch(/Go on with: tutor-prompt-lab resume \S+ --store/);
    expect(stopped.err).not.toMatch(/\n\s+at |Unhandled|triggerUncaught/);
    const runs = new FileRunStore(store);
    const [listing] = await runs.list();
    expect(listing).toMatchObject({ kind: 'run', lastStatus: 'interrupted' });
    const kept = await runs.open(listing?.id ?? '');
    const had = answeredIn(kept.records);
    expect(had.length).toBeGreaterThan(10);
    expect(had.length).toBeLessThan(2 * samples);
    // What was in flight or came back while the disk refused it, and nothing else.
    const lost = (server?.answered ?? 0) - had.length;
    expect(lost).toBeLessThanOrEqual(server?.peakInFlight ?? 0);
    const again = await cli().run(['resume', 'latest', '--store', store, ...servers], { cwd });
    expect([again.err, again.code]).toEqual([expect.stringMatching(/The disk is full/), 2]);
    await disk.resize(8_000);
    const resumed = await cli().run(['resume', 'latest', '--json', '--store', store, ...servers], { cwd });
    expect([resumed.err, resumed.code]).toEqual([expect.any(String), 0]);
    expect(evaluated(resumed.out)).toMatchObject({ status: 'completed' });
    const whole = answeredIn((await runs.open(listing?.id ?? '')).records);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole).toHaveLength(2 * samples);
    expect(whole.slice(0, had.length)).toEqual(had);
  }, 60_000);

  it('without room for the run’s beginning refuses it before a call is made, and keeps no half of it', async () => {
    const disk = await newDisk(40);
    const store = path.join(disk.folder, 'store');
    const { cwd, args } = await evaluation(store, 200);
    expectRefusal(await cli().run(args, { cwd }), /Cannot write .*The disk is full/);
    expect(server?.calls).toBe(0);
    expect(await readdir(path.join(store, 'runs'))).toEqual([]);
  }, 60_000);

  it('that turns read-only is named, for a new run and for one to be resumed, which goes on once it can be written', async () => {
    const disk = await newDisk(8_000);
    const store = path.join(disk.folder, 'store');
    const { cwd, args, servers } = await evaluation(store, 30);
    const { child, ended } = cli().start(args, { cwd });
    await expect.poll(() => server?.answered ?? 0, { interval: 1, timeout: 20_000 }).toBeGreaterThan(10);
    child.kill('SIGKILL');
    await ended;
    await disk.setReadOnly(true);
    const resume = ['resume', 'latest', '--store', store, '--json', ...servers];
    expectRefusal(await cli().run(resume, { cwd }), /Cannot write .*read-only disk\. Choose another/);
    expectRefusal(await cli().run(args, { cwd }), /Cannot write .*read-only disk\. Choose another/);
    await disk.setReadOnly(false);
    const resumed = await cli().run(resume, { cwd });
    expect([resumed.err, resumed.code]).toEqual([expect.any(String), 0]);
    expect(evaluated(resumed.out)).toMatchObject({ status: 'completed' });
  }, 60_000);
});

describe('a store whose place is taken by a file', () => {
  it('is refused before a call is made', async () => {
    const { cwd, args } = await evaluation('taken', 3);
    await writeFile(path.join(cwd, 'taken'), '');
    expectRefusal(await cli().run(args, { cwd }), /A file stands where the folder should be\. Choose another/);
    expect(server?.calls).toBe(0);
  }, 60_000);
});
