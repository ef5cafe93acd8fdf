import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { FileSpendingLedger, type SpendingEntry, type SpendingLedger } from '../../../src/core/store/spendingLedger';
import { MemorySpendingLedger } from '../../memoryStores/memorySpendingLedger';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
const day = '2026-03-01';
const at = '2026-03-01T10:00:00.000Z';

function spent(calls: number, run = 'run-1'): SpendingEntry {
  return { kind: 'spent', at, run, model: 'openai:gpt-4o', calls, usd: calls / 100 };
}

async function all(ledger: SpendingLedger, of = day): Promise<readonly SpendingEntry[]> {
  const entries: SpendingEntry[] = [];
  for (let next = 0; ;) {
    const part = await ledger.read(of, next);
    entries.push(...part.entries);
    ({ next } = part);
    if (!part.isMore) return entries;
  }
}

describe.each<[string, () => Promise<SpendingLedger>]>([
  ['in memory', () => Promise.resolve(new MemorySpendingLedger())],
  ['on disk', async () => new FileSpendingLedger(await newFolder())],
])('a ledger of spending %s', (_name, create) => {
  it('gives back what was added, in order, each day apart', async () => {
    const ledger = await create();
    const held: SpendingEntry = { kind: 'held', id: 'run-1/a/1', at, run: 'run-1', model: 'm', calls: 1, usd: 0.25 };
    const settled: SpendingEntry = { ...spent(1), id: 'run-1/a/1' };
    await ledger.append(day, [held, spent(3)]);
    await ledger.append(day, [settled]);
    await ledger.append('2026-03-02', [spent(9)]);
    expect(await all(ledger)).toEqual([held, spent(3), settled]);
    expect(await all(ledger, '2026-03-02')).toEqual([spent(9)]);
    expect(await all(ledger, '2026-03-03')).toEqual([]);
  });

  it('goes on reading where it stopped', async () => {
    const ledger = await create();
    await ledger.append(day, [spent(1), spent(2)]);
    const { next } = await ledger.read(day, 0);
    expect((await ledger.read(day, next)).entries).toEqual([]);
    await ledger.append(day, [spent(3)]);
    expect((await ledger.read(day, next)).entries).toEqual([spent(3)]);
  });

  it('refuses what it could not read again, and days that are none', async () => {
    const ledger = await create();
    const refused = await ledger.append(day, [{ ...spent(1), usd: -1 }]).catch((error: unknown) => error);
    expect(RunStoreError.is(refused, 'unwritable')).toBe(true);
    expect(await all(ledger)).toEqual([]);
  });
});

describe('a ledger of spending on disk', () => {
  it('keeps the lines of many who write at once', async () => {
    const root = await newFolder();
    const writers = Array.from({ length: 8 }, () => new FileSpendingLedger(root));
    await Promise.all(
      writers.flatMap((ledger, writer) =>
        Array.from({ length: 25 }, () => ledger.append(day, [spent(1, `run-${writer}`), spent(2, `run-${writer}`)])),
      ),
    );
    const entries = await all(new FileSpendingLedger(root));
    expect(entries).toHaveLength(400);
    // What was added together stands together.
    for (let index = 0; index < entries.length; index += 2) expect(entries[index]?.run).toBe(entries[index + 1]?.run);
  });

  it('loses only the line that a dying process left unfinished', async () => {
    const root = await newFolder();
    const ledger = new FileSpendingLedger(root);
    await ledger.append(day, [spent(1)]);
    await appendFile(path.join(root, 'spending', `${day}.jsonl`), '\n{"kind":"spent","at":"2026-03');
    expect(await all(ledger)).toEqual([spent(1)]);
    await ledger.append(day, [spent(2)]);
    expect(await all(ledger)).toEqual([spent(1), spent(2)]);
  });

  it('waits for a line that another process is still writing', async () => {
    const root = await newFolder();
    const ledger = new FileSpendingLedger(root);
    await ledger.append(day, [spent(1)]);
    const { next } = await ledger.read(day, 0);
    const line = JSON.stringify(spent(2));
    const file = path.join(root, 'spending', `${day}.jsonl`);
    await appendFile(file, line.slice(0, 20));
    const growing = await ledger.read(day, next);
    expect(growing).toEqual({ entries: [], next, isMore: false });
    await appendFile(file, `${line.slice(20)}\n`);
    expect((await ledger.read(day, growing.next)).entries).toEqual([spent(2)]);
  });

  it('leaves out lines that are damaged, or would take money back', async () => {
    const root = await newFolder();
    await mkdir(path.join(root, 'spending'));
    const lines = ['no JSON', JSON.stringify({ ...spent(1), usd: -100 }), '{"kind":"paid"}', JSON.stringify(spent(5))];
    await writeFile(path.join(root, 'spending', `${day}.jsonl`), `${lines.join('\n')}\n`);
    expect(await all(new FileSpendingLedger(root))).toEqual([spent(5)]);
  });

  it('reads a file of many megabytes in pieces, one without any line break too', async () => {
    const root = await newFolder();
    await mkdir(path.join(root, 'spending'));
    const file = path.join(root, 'spending', `${day}.jsonl`);
    await writeFile(file, `${'x'.repeat(9_000_000)}\n${`${JSON.stringify(spent(1))}\n`.repeat(60_000)}`);
    const ledger = new FileSpendingLedger(root);
    expect((await ledger.read(day, 0)).isMore).toBe(true);
    expect(await all(ledger)).toHaveLength(60_000);
  });

  it('is a file that a person can read, without anything but names and numbers', async () => {
    const root = await newFolder();
    await new FileSpendingLedger(root).append(day, [spent(2)]);
    const text = await readFile(path.join(root, 'spending', `${day}.jsonl`), 'utf8');
    expect(text.trim()).toBe(JSON.stringify(spent(2)));
  });

  it('says which file is in the way', async () => {
    const root = await newFolder();
    await writeFile(path.join(root, 'spending'), 'no folder');
    const ledger = new FileSpendingLedger(root);
    const error = await ledger.append(day, [spent(1)]).catch((reason: unknown) => reason);
    expect(RunStoreError.is(error, 'unwritable')).toBe(true);
    expect(String(error)).toContain(path.join(root, 'spending'));
    const outside = await ledger.append('../run', [spent(1)]).catch((reason: unknown) => reason);
    expect(RunStoreError.is(outside, 'unwritable')).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in the place of a day', async () => {
    const root = await newFolder();
    await mkdir(path.join(root, 'spending'));
    const file = path.join(root, 'spending', `${day}.jsonl`);
    execFileSync('mkfifo', [file]);
    const ledger = new FileSpendingLedger(root);
    const written = await ledger.append(day, [spent(1)]).catch((reason: unknown) => reason);
    expect(RunStoreError.is(written, 'unwritable')).toBe(true);
    const read = await ledger.read(day, 0).catch((reason: unknown) => reason);
    expect(RunStoreError.is(read, 'damaged')).toBe(true);
    expect(String(read)).toContain('is not a plain file');
    // Somebody listens at its other end.
    const reader = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const heard = await ledger.append(day, [spent(1)]).catch((reason: unknown) => reason);
    await reader.close();
    expect(String(heard)).toContain('is not a plain file');
  });
});
