import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { expectFailure } from './runStoreContract';
import { manifestOf, replyRecord, samples } from './storedRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
let program = '';

beforeAll(async () => {
  program = path.join(await newFolder(), 'holdLock.mjs');
  const entry = path.join(import.meta.dirname, 'holdLock.ts');
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
});

/** A process that holds the lock of `run-1`; `kill` ends it the hard way and waits until it is gone. */
async function holder(root: string): Promise<{ kill(): Promise<void>; readonly pid: number }> {
  const child = spawn(process.execPath, [program, root, 'run-1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString()).toBe('locked\n');
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function emptyRun(): Promise<{ root: string; store: FileRunStore }> {
  const root = await newFolder();
  const store = new FileRunStore(root);
  await (await store.create(manifestOf('run-1'), samples)).close();
  return { root, store };
}

describe('the lock of a run', () => {
  it('of another process is respected while it lives and taken over when it was killed', async () => {
    const { root, store } = await emptyRun();
    const other = await holder(root);
    const error = await expectFailure(store.reopen('run-1'), 'locked');
    expect(error.message).toContain(String(other.pid));
    await expectFailure(store.delete('run-1'), 'locked');
    await other.kill();
    const writer = await store.reopen('run-1');
    await writer.append(replyRecord(1));
    await writer.close();
    expect((await store.open('run-1')).records).toEqual([replyRecord(1)]);
  });

  it('of a dead process goes to exactly one of many that come at once, round after round', async () => {
    const { root, store } = await emptyRun();
    const dead = await holder(root);
    await dead.kill();
    const lock = path.join(store.directoryOf('run-1'), 'lock.json');
    const left = await readFile(lock, 'utf8');
    for (let round = 0; round < 25; round += 1) {
      await writeFile(lock, left);
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => store.reopen('run-1')));
      const writers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(writers).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(RunStoreError.is(outcome.reason, 'locked')).toBe(true);
      }
      await writers[0]?.close();
    }
  });

  it('is given up at close: a run that is at rest holds three files', async () => {
    const { store } = await emptyRun();
    expect((await readdir(store.directoryOf('run-1'))).sort()).toEqual(['journal.jsonl', 'run.json', 'samples.jsonl']);
  });

  it.concurrent.each(['', '{"pid":', '{"pid":"x"}', 'null'])('that a crash left as %j is taken over', async (text) => {
    const { store } = await emptyRun();
    await writeFile(path.join(store.directoryOf('run-1'), 'lock.json'), text);
    await (await store.reopen('run-1')).close();
  });

  it('of another computer is believed', async () => {
    const { store } = await emptyRun();
    const owner = { pid: 1, host: `not-${hostname()}`, at: '2026-03-01T00:00:00.000Z' };
    await writeFile(path.join(store.directoryOf('run-1'), 'lock.json'), JSON.stringify(owner));
    const error = await expectFailure(store.reopen('run-1'), 'locked');
    expect(error.message).toContain(`not-${hostname()}`);
    expect(error.message).toContain('lock.json');
  });

  it('shows again and again that its holder lives', async () => {
    const { store } = await emptyRun();
    const writer = await store.reopen('run-1');
    const lock = path.join(store.directoryOf('run-1'), 'lock.json');
    await utimes(lock, longAgo, longAgo);
    const age = async (): Promise<number> => Date.now() - (await stat(lock)).mtimeMs;
    await expect.poll(age, { timeout: 20_000, interval: 50 }).toBeLessThan(10_000);
    await writer.close();
  }, 30_000);
});

const longAgo = new Date('2020-01-01T00:00:00.000Z');

/** A run whose lock has this in it and was last touched so. */
async function lockedBy(owner: object, at: Date = new Date()): Promise<FileRunStore> {
  const { store } = await emptyRun();
  const lock = path.join(store.directoryOf('run-1'), 'lock.json');
  await writeFile(lock, JSON.stringify(owner));
  await utimes(lock, at, at);
  return store;
}

/** What this process would write. */
async function ownLock(): Promise<Record<string, unknown>> {
  const { store } = await emptyRun();
  const writer = await store.reopen('run-1');
  const text = await readFile(path.join(store.directoryOf('run-1'), 'lock.json'), 'utf8');
  await writer.close();
  return JSON.parse(text) as Record<string, unknown>;
}

const old = { host: hostname(), at: '2026-03-01T00:00:00.000Z' };
const elsewhere = { ...old, pid: 4711, host: `not-${hostname()}` };
/** Only Linux tells the start of a process and of the computer. */
const tells = process.platform === 'linux';

describe('a lock whose holder', () => {
  it.each([0, -1, -4711, 2 ** 40])('has the number %i, which no process has, is taken over', async (pid) => {
    await (await (await lockedBy({ ...old, pid })).reopen('run-1')).close();
    await (await (await lockedBy({ ...elsewhere, pid: Math.min(pid, 0) })).reopen('run-1')).close();
  });

  it.skipIf(!tells)('had its number before another process got it is taken over', async () => {
    const store = await lockedBy({ ...(await ownLock()), start: '1' });
    await (await store.reopen('run-1')).close();
  });

  it.skipIf(!tells)('ran before the computer was started anew is taken over', async () => {
    const boot = '00000000-0000-0000-0000-000000000000';
    const store = await lockedBy({ ...(await ownLock()), boot }, longAgo);
    await (await store.reopen('run-1')).close();
  });

  it.skipIf(!tells)('has ended and was not asked for by its parent is taken over', async () => {
    // The shell becomes a program that never reaps its child. The child ends later, when its input ends.
    const script = 'cat <&3 & echo $!; exec sleep 60 3<&-';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
    const pid = Number(line);
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    (parent.stdio[3] as Writable).end();
    await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    await (await (await lockedBy({ ...old, pid })).reopen('run-1')).close();
    parent.kill();
  });

  it.each([
    ['is the first process of this computer', { ...old, pid: 1 }],
    ['is this process, for all that an earlier version wrote', { ...old, pid: process.pid }],
    ['is on another computer', elsewhere],
    ['is in another container', { ...elsewhere, boot: 'b', space: 'pid:[1]', start: '1' }],
  ])('%s is believed while it shows that it lives, and may then be taken over', async (_, owner) => {
    const fresh = await lockedBy(owner);
    await expectFailure(fresh.reopen('run-1', { takeOver: true }), 'locked');
    await expectFailure(fresh.delete('run-1', { takeOver: true }), 'locked');
    for (const at of [longAgo, new Date('2099-01-01T00:00:00.000Z')]) {
      const stale = await lockedBy(owner, at);
      const error = await expectFailure(stale.reopen('run-1'), 'locked');
      expect(error.message).toMatch(/no sign of life since 20.*--take-over/);
      expect(await stale.list()).toMatchObject([{ lastStatus: 'interrupted' }]);
      await (await stale.reopen('run-1', { takeOver: true })).close();
      expect((await readdir(stale.directoryOf('run-1'))).sort()).toEqual([
        'journal.jsonl',
        'run.json',
        'samples.jsonl',
      ]);
    }
    const deleted = await lockedBy(owner, longAgo);
    await expectFailure(deleted.delete('run-1'), 'locked');
    await deleted.delete('run-1', { takeOver: true });
    expect(await deleted.list()).toEqual([]);
  });

  it.skipIf(!tells)('is a process that runs is not taken over, however long it has stood still', async () => {
    const store = await lockedBy(await ownLock(), longAgo);
    await expectFailure(store.reopen('run-1', { takeOver: true }), 'locked');
  });

  it('has been taken over ends with an error at the next sync, and leaves the lock to the other', async () => {
    const { store } = await emptyRun();
    const writer = await store.reopen('run-1');
    const lock = path.join(store.directoryOf('run-1'), 'lock.json');
    await writeFile(lock, JSON.stringify(elsewhere));
    await writer.append(replyRecord(1));
    const error = await expectFailure(writer.close(), 'gone');
    expect(error.message).toMatch(/removed or taken over/);
    expect(JSON.parse(await readFile(lock, 'utf8'))).toEqual(elsewhere);
  });
});

describe.skipIf(process.platform === 'win32')('in the place of a lock', () => {
  it.each([
    ['a pipe', (file: string) => Promise.resolve(void execFileSync('mkfifo', [file]))],
    ['a link to nothing', (file: string) => symlink(`${file}.nothing`, file)],
    ['a link to a device', (file: string) => symlink('/dev/zero', file)],
    ['a large file', (file: string) => writeFile(file, 'x'.repeat(5_000))],
    ['an empty folder', (file: string) => mkdir(file)],
  ])('%s is refused by name with both ways out, and removed where the run is taken over', async (_, plant) => {
    for (const name of ['lock.json', 'lock.takeover.json']) {
      const store = await lockedBy({ ...old, pid: 0 });
      const file = path.join(store.directoryOf('run-1'), name);
      await rm(file, { force: true });
      await plant(file);
      const error = await expectFailure(store.reopen('run-1'), 'unwritable');
      expect(error.message).toBe(
        `${file} is not a lock of run run-1. Delete it, or use --take-over on the command line, which removes all but a folder with files in it.`,
      );
      expect(await store.list()).toMatchObject([{ lastStatus: 'interrupted' }]);
      await (await store.reopen('run-1', { takeOver: true })).close();
      expect(await readdir(store.directoryOf('run-1'))).toHaveLength(3);
      await plant(file);
      await store.delete('run-1', { takeOver: true });
      expect(await store.list()).toEqual([]);
    }
  });

  it.each([false, true])('a folder with files in it is left to the user, with takeOver %s', async (takeOver) => {
    for (const name of ['lock.json', 'lock.takeover.json']) {
      const store = await lockedBy({ ...old, pid: 0 });
      const file = path.join(store.directoryOf('run-1'), name);
      await rm(file, { force: true });
      await mkdir(file);
      await writeFile(path.join(file, 'notes.txt'), 'Mine.');
      for (const attempt of ['reopen', 'delete'] as const) {
        const error = await expectFailure(store[attempt]('run-1', { takeOver }), 'unwritable');
        expect(error.message).toContain(
          takeOver ? `ENOTEMPTY: directory not empty, rmdir '${file}'` : `${file} is not a`,
        );
      }
      expect(await readFile(path.join(file, 'notes.txt'), 'utf8')).toBe('Mine.');
    }
  });
});
