import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { JournalWriter } from '../../../src/core/store/journalWriter';
import type { StatusRecord } from '../../../src/core/store/runRecord';
import { StoreFolder } from '../../../src/core/store/storeFolder';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

function record(detail: string): StatusRecord {
  return { kind: 'status', at: '2026-01-02T03:04:05.000Z', status: 'running', detail };
}

async function detailsIn(file: string): Promise<readonly unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => (JSON.parse(line) as StatusRecord).detail);
}

describe('JournalWriter', () => {
  it('has each record in the file, in their order, by the time its append resolves', async () => {
    const folder = new StoreFolder(await newFolder());
    const file = folder.pathOf('journal.jsonl');
    const lock = { assertHeld: () => undefined, release: () => Promise.resolve() };
    const writer = await JournalWriter.open(folder, 'run', lock);
    const details = Array.from({ length: 60 }, (_, place) => `größer ${place}`);
    for (const group of [details.slice(0, 3), details.slice(3, 5), details.slice(5, 6), details.slice(6)]) {
      await Promise.all(group.map((detail) => writer.append(record(detail))));
      expect(await detailsIn(file)).toEqual(details.slice(0, details.indexOf(group.at(-1) ?? '') + 1));
    }
    await writer.close();
    expect(await detailsIn(file)).toEqual(details);
  });
});
