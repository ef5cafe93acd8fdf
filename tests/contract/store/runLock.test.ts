import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { RunStoreError } from '../../../src/core/store/runStore';
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

  it('that is a folder is an error, not an endless loop', async () => {
    const { store } = await emptyRun();
    await mkdir(path.join(store.directoryOf('run-1'), 'lock.json'));
    await expectFailure(store.reopen('run-1'), 'unwritable');
  });
});
