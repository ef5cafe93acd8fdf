import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileHandLabelLog, type HandLabel } from '../../../src/core/store/handLabelLog';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

function label(by: string, change: Partial<HandLabel> = {}): HandLabel {
  return {
    schemaVersion: 1,
    kind: 'label',
    at: '2026-03-04T05:06:07.000Z',
    by,
    mode: 'blind',
    benchmark: 'mrbench',
    sample: { id: 'd1', text: 'Größe' },
    replies: ['Noch einmal: √16?'],
    judge: 'actionability',
    unit: 'reply',
    label: 'Yes',
    ...change,
  };
}

describe('a file of labels', () => {
  it('has the labels of all windows, whatever characters they have', async () => {
    const root = await newFolder();
    const [here, there] = [new FileHandLabelLog(root), new FileHandLabelLog(root)];
    expect(await here.read('mrbench')).toEqual({ entries: [], problems: [] });
    await here.append(label('Ada'));
    await there.append(label('Bo'));
    await here.append(label('Ada', { label: null }));
    const { entries } = await here.read('mrbench');
    expect(entries.map(({ by, label: given }) => [by, given])).toEqual([
      ['Ada', 'Yes'],
      ['Bo', 'Yes'],
      ['Ada', null],
    ]);
  });

  it('only ever adds, also after a line that was cut off', async () => {
    const root = await newFolder();
    const log = new FileHandLabelLog(root);
    await log.append(label('Ada'));
    const file = log.fileOf('mrbench');
    await appendFile(file, '{"schemaVersion":1,');
    const before = await readFile(file, 'utf8');
    await log.append(label('Ada', { label: 'No' }));
    expect((await readFile(file, 'utf8')).startsWith(before)).toBe(true);
    const { entries, problems } = await log.read('mrbench');
    expect(entries.map(({ label: given }) => given)).toEqual(['Yes', 'No']);
    expect(problems).toHaveLength(1);
  });

  it('keeps nothing where the store cannot be written, and says so', async () => {
    const root = await newFolder();
    await mkdir(root, { recursive: true });
    await writeFile(path.join(root, 'labels'), 'a file in the place of the folder');
    const log = new FileHandLabelLog(root);
    await expect(log.append(label('Ada'))).rejects.toSatisfy((error) => RunStoreError.is(error, 'unwritable'));
  });
});
