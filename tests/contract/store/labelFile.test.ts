import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LabelFile } from '../../../src/core/labels/labelSet';
import type { HandLabel } from '../../../src/core/store/handLabelLog';
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
  it('knows its own labels, whatever characters they have, from those of another window', async () => {
    const root = await newFolder();
    const [here, there] = [new LabelFile(root, 'mrbench'), new LabelFile(root, 'mrbench')];
    expect(await here.read()).toEqual({ entries: [], problems: [] });
    expect(await here.append(label('Ada'))).toEqual({ hasOthers: false });
    expect(await here.append(label('Ada', { label: 'No' }))).toEqual({ hasOthers: false });
    expect(here.hasOthers()).toBe(false);
    await there.read();
    await there.append(label('Bo'));
    expect(here.hasOthers()).toBe(true);
    expect(await here.append(label('Ada', { label: null }))).toEqual({ hasOthers: true });
    const { entries } = await here.read();
    expect(entries.map(({ by, label: given }) => [by, given])).toEqual([
      ['Ada', 'Yes'],
      ['Ada', 'No'],
      ['Bo', 'Yes'],
      ['Ada', null],
    ]);
    expect(here.hasOthers()).toBe(false);
  });

  it('notices others after a line that was cut off, and only ever adds', async () => {
    const root = await newFolder();
    const file = new LabelFile(root, 'mrbench');
    await file.read();
    await file.append(label('Ada'));
    await appendFile(file.path, '{"schemaVersion":1,');
    const before = await readFile(file.path, 'utf8');
    expect(await file.append(label('Ada', { label: 'No' }))).toEqual({ hasOthers: true });
    expect((await readFile(file.path, 'utf8')).startsWith(before)).toBe(true);
    const { entries, problems } = await file.read();
    expect(entries.map(({ label: given }) => given)).toEqual(['Yes', 'No']);
    expect(problems).toHaveLength(1);
  });

  it('keeps nothing where the store cannot be written, and says so', async () => {
    const root = await newFolder();
    await mkdir(root, { recursive: true });
    await writeFile(path.join(root, 'labels'), 'a file in the place of the folder');
    const file = new LabelFile(root, 'mrbench');
    await expect(file.append(label('Ada'))).rejects.toSatisfy((error) => RunStoreError.is(error, 'unwritable'));
  });
});
