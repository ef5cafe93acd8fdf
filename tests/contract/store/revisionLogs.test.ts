import { appendFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRevisionLog, type RevisionEntry, type RevisionLog } from '../../../src/core/store/revisionLog';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { MemoryRevisionLog } from '../../memoryStores/memoryRevisionLog';
import { expectFailure } from './runStoreContract';
import { manifestOf, samples } from './storedRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

const logs: readonly (readonly [name: string, make: () => Promise<RevisionLog>])[] = [
  ['MemoryRevisionLog', () => Promise.resolve(new MemoryRevisionLog())],
  ['FileRevisionLog', async () => new FileRevisionLog(await newFolder())],
];

const at = '2026-03-01T10:00:00.000Z';
const entries: readonly RevisionEntry[] = [
  { kind: 'label', at, prompt: 'pröm pts/a b.md', revision: 'sha256:01', label: 'Näme, “quoted”\nand broken \u2028' },
  { kind: 'pin', at, prompt: 'a.md', revision: 'sha256:01' },
  { kind: 'moved', at, from: 'a.md', to: 'b.md' },
  { kind: 'label', at, prompt: 'b.md', revision: 'sha256:01', label: null },
  { kind: 'pin', at, prompt: 'b.md', revision: null },
];

function labelled(label: string): RevisionEntry {
  return { kind: 'label', at, prompt: 'a.md', revision: 'sha256:01', label };
}

describe.each(logs)('%s', (_name, make) => {
  it('starts empty and gives back what was appended, in order', async () => {
    const log = await make();
    expect(await log.read()).toEqual({ entries: [], problems: [] });
    for (const entry of entries) await log.append(entry);
    expect(await log.read()).toEqual({ entries, problems: [] });
  });

  it.each<[string, RevisionEntry]>([
    ['an empty label', labelled('')],
    ['a label that is no label', labelled('x'.repeat(201))],
    ['no time', { kind: 'pin', at: 'yesterday', prompt: 'a.md', revision: null }],
    ['no revision', { kind: 'pin', at, prompt: 'a.md', revision: 'latest' }],
    ['no path', { kind: 'moved', at, from: '', to: 'b.md' }],
  ])('refuses %s, so that everything in it can be read', async (_what, entry) => {
    const log = await make();
    await expectFailure(log.append(entry), 'unwritable');
    expect(await log.read()).toEqual({ entries: [], problems: [] });
  });

  it('keeps all of 200 entries that do not wait for each other', async () => {
    const log = await make();
    await Promise.all(Array.from({ length: 200 }, (_, index) => log.append(labelled(`label ${index}`))));
    const { entries: kept, problems } = await log.read();
    expect(problems).toEqual([]);
    expect(new Set(kept.map((entry) => entry.kind === 'label' && entry.label)).size).toBe(200);
  });
});

describe('the revision journal on disk', () => {
  it('is a file of the store that two windows write without losing a line', async () => {
    const root = path.join(await newFolder(), 'not', 'there', 'yet');
    const windows = [new FileRunStore(root), new FileRunStore(root)];
    await Promise.all(
      windows.flatMap((store, window) =>
        Array.from({ length: 100 }, (_, index) => store.revisions.append(labelled(`${window}/${index}`))),
      ),
    );
    const { entries: kept, problems } = await new FileRunStore(root).revisions.read();
    expect(problems).toEqual([]);
    expect(kept).toHaveLength(200);
    // A window that meets half a line of the other begins a new one, which may leave an empty line.
    const lines = (await readFile(path.join(root, 'revisions.jsonl'), 'utf8')).split('\n');
    expect(lines.filter((line) => line !== '')).toHaveLength(200);
    await (await windows[0]!.create(manifestOf('run-1'), samples)).close();
    expect(await readFile(path.join(root, '.gitignore'), 'utf8')).toMatch(/^\*$/m);
  });

  it('loses a torn line only, names it, and goes on after it', async () => {
    const root = await newFolder();
    const log = new FileRevisionLog(root);
    const file = path.join(root, 'revisions.jsonl');
    await log.append(labelled('one'));
    await log.append(labelled('two'));
    await truncate(file, (await readFile(file)).length - 10);
    await log.append(labelled('three'));
    const { entries: kept, problems } = await log.read();
    expect(kept).toEqual([labelled('one'), labelled('three')]);
    expect(problems).toEqual([expect.stringMatching(/revisions\.jsonl line 2 is damaged/)]);
  });

  it.each([
    'null',
    '7',
    '[]',
    '{"kind":"label"}',
    '{"kind":"__proto__"}',
    '\0\0',
    `{"kind":"pin","at":"${at}","prompt":"a.md","revision":{"toString":1}}`,
  ])('leaves out the line %j and no other', async (line) => {
    const root = await newFolder();
    const log = new FileRevisionLog(root);
    await log.append(labelled('one'));
    await appendFile(path.join(root, 'revisions.jsonl'), `${line}\n`);
    await log.append(labelled('two'));
    const { entries: kept, problems } = await log.read();
    expect(kept).toEqual([labelled('one'), labelled('two')]);
    expect(problems).toHaveLength(1);
  });

  it('that cannot be read or written is a RunStoreError', async () => {
    const root = await newFolder();
    await mkdir(path.join(root, 'revisions.jsonl'));
    await expectFailure(new FileRevisionLog(root).read(), 'damaged');
    await expectFailure(new FileRevisionLog(root).append(labelled('one')), 'unwritable');
    const file = path.join(root, 'file');
    await writeFile(file, '');
    expect(await new FileRevisionLog(file).read()).toEqual({ entries: [], problems: [] });
    const error = await expectFailure(new FileRevisionLog(file).append(labelled('one')), 'unwritable');
    expect(error.message).toMatch(/Choose another folder/);
  });
});
