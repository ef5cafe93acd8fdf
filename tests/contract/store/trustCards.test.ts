import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { FileTrustCardStore } from '../../../src/core/store/trustCardStore';
import { trustCard } from '../../unit/trust/trustCards';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

describe('trust cards in files', () => {
  it('come back as they were put, one for each judge, version, dimension and set of labels', async () => {
    const root = await newFolder();
    const cards = [
      trustCard(),
      trustCard({ judge: 'openai:m at http://127.0.0.1:1' }),
      trustCard({ judgeVersion: 'actionability@22222222' }),
      trustCard({ dimension: 'coherence', kappa: null, kappaCi: null }),
      trustCard({ gold: { name: 'other.json', format: 'mrbench', hash: `sha256:${'b'.repeat(64)}`, by: 'people' } }),
    ];
    const store = new FileTrustCardStore(root);
    for (const card of cards) await store.put(card);
    const again = trustCard({ at: '2026-05-05T00:00:00.000Z', kappa: 0.5 });
    await store.put(again);
    const read = await new FileTrustCardStore(root).read();
    expect(read.problems).toEqual([]);
    expect(read.cards).toHaveLength(cards.length);
    expect(read.cards).toEqual(expect.arrayContaining([again, ...cards.slice(1)]));
  });

  it('are none where there is no store', async () => {
    expect(await new FileTrustCardStore(path.join(await newFolder(), 'nothing')).read()).toEqual({
      cards: [],
      problems: [],
    });
  });

  it('are refused when they do not fit, and leave no file', async () => {
    const root = await newFolder();
    const put = new FileTrustCardStore(root).put(trustCard({ kappa: 7 }));
    await expect(put).rejects.toSatisfy((error) => RunStoreError.is(error, 'unwritable'));
    expect(await readdir(root)).toEqual([]);
  });

  it.each([
    ['no JSON', 'κ 0.99'],
    ['an empty file', ''],
    ['another member', JSON.stringify({ ...trustCard(), note: 'trust me' })],
    ['a figure off its scale', JSON.stringify(trustCard({ kappa: 1.5 }))],
    ['more failures than labels', JSON.stringify(trustCard({ failed: 1e6 }))],
    ['a deviation off every scale', JSON.stringify(trustCard({ deviation: 1e308 }))],
    ['an interval upside down', JSON.stringify(trustCard({ kappaCi: { low: 0.9, high: 0.1, level: 0.95 } }))],
    ['a later version', JSON.stringify({ ...trustCard(), schemaVersion: 3 })],
    ['a list', '[]'],
  ])('are left out and named for %s', async (_, text) => {
    const root = await newFolder();
    const store = new FileTrustCardStore(root);
    await store.put(trustCard());
    const folder = path.join(root, 'cards');
    const [name = ''] = await readdir(folder);
    await writeFile(path.join(folder, name), text);
    const { cards, problems } = await store.read();
    expect(cards).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(name)]);
  });

  it('do not count under another name: a copy may be an older one', async () => {
    const root = await newFolder();
    const store = new FileTrustCardStore(root);
    await store.put(trustCard());
    const folder = path.join(root, 'cards');
    const [name = ''] = await readdir(folder);
    await copyFile(path.join(folder, name), path.join(folder, 'mrbench-copy.json'));
    await mkdir(path.join(folder, 'mrbench-folder.json'));
    const { cards, problems } = await store.read();
    expect(cards).toHaveLength(1);
    expect(problems).toHaveLength(2);
    expect(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).toEqual(trustCard());
  });
});
