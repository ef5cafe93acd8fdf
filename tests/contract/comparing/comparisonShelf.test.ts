import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ComparisonShelf, type ShelfKey } from '../../../src/vscode/comparing/comparisonShelf';
import { temporaryFolders } from '../store/temporaryFolder';

const newFolder = temporaryFolders();
const key: ShelfKey = { runs: { before: 'run-1', after: 'run-2' }, content: { margin: 0.1, stamps: ['12 1'] } };
const result = { sentence: 'Better', p: Number.NaN, bounds: [-Infinity, 1], note: undefined };

async function place(): Promise<string> {
  return path.join(await newFolder(), 'comparisons');
}

describe('the shelf of comparisons', () => {
  it('gives back what was put there, in another window too', async () => {
    const folder = await place();
    expect(await new ComparisonShelf(folder, 'build').get(key)).toBeUndefined();
    await new ComparisonShelf(folder, 'build').put(key, result);
    expect(await new ComparisonShelf(folder, 'build').get(structuredClone(key))).toEqual(result);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('has nothing for another build, other files or other runs', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    await shelf.put(key, result);
    const others: readonly ShelfKey[] = [
      { ...key, content: { margin: 0.1, stamps: ['13 1'] } },
      { ...key, content: { margin: 0.2, stamps: ['12 1'] } },
      { ...key, runs: { before: 'run-2', after: 'run-1' } },
    ];
    for (const other of others) expect(await shelf.get(other)).toBeUndefined();
    expect(await new ComparisonShelf(folder, 'next build').get(key)).toBeUndefined();
  });

  it('takes a damaged file for none, and one in the way of its folder', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    await shelf.put(key, result);
    const [name = ''] = await readdir(folder);
    const file = path.join(folder, name);
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed.write('C', changed.indexOf('Better'));
    for (const damaged of [whole.subarray(0, 9), whole.subarray(0, -3), changed]) {
      await writeFile(file, damaged);
      expect(await shelf.get(key)).toBeUndefined();
    }
    await shelf.put(key, result);
    expect(await shelf.get(key)).toEqual(result);
    const blocked = new ComparisonShelf(path.join(file, 'below'), 'build');
    await blocked.put(key, result);
    expect(await blocked.get(key)).toBeUndefined();
  });

  it('deletes what came of a run, and all', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    const other = { ...key, runs: { before: 'run-2', after: 'run-3' } };
    const third = { ...key, runs: { before: 'run-10', after: 'run-3' } };
    for (const one of [key, other, third]) await shelf.put(one, result);
    const { forgotten } = shelf;
    expect(await shelf.forget(['run-1', 'gone'])).toBe(1);
    expect(shelf.forgotten).toBeGreaterThan(forgotten);
    expect(await Promise.all([key, other, third].map((one) => shelf.get(one)))).toEqual([undefined, result, result]);
    await shelf.forget();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a dozen, those used last', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    const keys = Array.from({ length: 14 }, (_, content) => ({ ...key, content }));
    for (const one of keys) {
      await shelf.put(one, result);
      await shelf.get(keys[0]!);
    }
    expect(await readdir(folder)).toHaveLength(12);
    expect(await shelf.get(keys[0]!)).toEqual(result);
    expect(await shelf.get(keys[1]!)).toBeUndefined();
  });

  it('deletes what a window left that closed while it wrote', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    await shelf.put(key, result);
    const [name = ''] = await readdir(folder);
    const draft = path.join(folder, `${name}.1.new`);
    await writeFile(draft, 'half');
    await shelf.put(key, result);
    expect(await readdir(folder)).toHaveLength(2);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(draft, anHourAgo, anHourAgo);
    await shelf.put(key, result);
    expect(await readdir(folder)).toEqual([name]);
    await writeFile(draft, 'half');
    await shelf.forget(['run-2']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves other people’s files alone', async () => {
    const folder = await place();
    const shelf = new ComparisonShelf(folder, 'build');
    await shelf.put(key, result);
    await writeFile(path.join(folder, 'notes.txt'), 'mine');
    await shelf.forget();
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });
});
