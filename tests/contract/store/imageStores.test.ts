import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileImageStore, type ImageStore } from '../../../src/core/store/imageStore';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { MemoryImageStore } from '../../memoryStores/memoryImageStore';
import { sampleImage, tinyPng } from '../../toyBenchmarks/tinyImages';
import { expectFailure } from './runStoreContract';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();
const image = sampleImage('a.png');
const other = sampleImage('b.png', tinyPng('other'));

/** What every image store must do. `make` returns an empty one. */
function describeImageStore(name: string, make: () => Promise<ImageStore>): void {
  describe(name, () => {
    it('gives back what was put, byte for byte, also when put twice', async () => {
      const store = await make();
      await store.put(image);
      await store.put(other);
      await store.put({ ...image });
      expect(Buffer.from(await store.read(image.sha256))).toEqual(tinyPng());
      expect(Buffer.from(await store.read(other.sha256))).toEqual(tinyPng('other'));
    });

    it('takes the same image from many at once', async () => {
      const store = await make();
      const all = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? other : image));
      await Promise.all(all.map((one) => store.put(one)));
      expect(Buffer.from(await store.read(image.sha256))).toEqual(tinyPng());
      expect(Buffer.from(await store.read(other.sha256))).toEqual(tinyPng('other'));
    });

    it('does not know an image that was never put', async () => {
      const store = await make();
      await store.put(other);
      await expectFailure(store.read(image.sha256), 'notFound');
    });

    it('notices content that is not what its name says', async () => {
      const store = await make();
      await store.put({ sha256: image.sha256, content: tinyPng('other') });
      await expectFailure(store.read(image.sha256), 'damaged');
    });

    it.each(['', '../a', '/etc/hosts', 'abc', `${image.sha256}/..`, image.sha256.toUpperCase(), '__proto__'])(
      'reads nothing under the name %j',
      async (name) => {
        const store = await make();
        await store.put(image);
        const error: unknown = await store.read(name).catch((reason: unknown) => reason);
        expect(RunStoreError.is(error)).toBe(true);
      },
    );
  });
}

describeImageStore('MemoryImageStore', () => Promise.resolve(new MemoryImageStore()));
describeImageStore('FileImageStore', async () => new FileImageStore(await newFolder()));

describe('images on disk', () => {
  it('are files named by their hash, with no draft left over, and are read by another process', async () => {
    const root = await newFolder();
    await Promise.all([image, image, other].map((one) => new FileImageStore(root).put(one)));
    expect((await readdir(path.join(root, 'images'))).sort()).toEqual([image.sha256, other.sha256].sort());
    expect(await readFile(path.join(root, 'images', image.sha256))).toEqual(tinyPng());
    expect(Buffer.from(await new FileImageStore(root).read(image.sha256))).toEqual(tinyPng());
  });

  it('that were changed are damaged, with the way out; what was cut is put right by the next put', async () => {
    const root = await newFolder();
    const store = new FileImageStore(root);
    const file = path.join(root, 'images', image.sha256);
    await store.put(image);
    const changed = tinyPng();
    changed[60] = (changed[60] ?? 0) ^ 0xff;
    await writeFile(file, changed);
    expect((await expectFailure(store.read(image.sha256), 'damaged')).message).toMatch(/Delete it and evaluate again/);
    await rm(file);
    expect((await expectFailure(store.read(image.sha256), 'notFound')).message).toMatch(/Evaluate again/);
    await store.put(image);
    await writeFile(file, tinyPng().subarray(0, 30));
    await expectFailure(store.read(image.sha256), 'damaged');
    await store.put(image);
    expect(Buffer.from(await store.read(image.sha256))).toEqual(tinyPng());
  });

  it('cannot be put where a file stands in the way, or under a name that is no hash', async () => {
    const root = await newFolder();
    await writeFile(path.join(root, 'images'), '');
    expect((await expectFailure(new FileImageStore(root).put(image), 'unwritable')).message).toMatch(/another folder/);
    const inner = path.join(root, 'inner');
    await mkdir(inner);
    await expectFailure(new FileImageStore(inner).put({ ...image, sha256: '../../x' }), 'damaged');
    expect(await readdir(inner)).toEqual([]);
  });

  it('that are links, devices or too large are named, neither read nor written', async () => {
    const root = await newFolder();
    const store = new FileImageStore(root);
    await mkdir(path.join(root, 'images'));
    const file = path.join(root, 'images', image.sha256);
    const outside = path.join(root, 'outside.png');
    await writeFile(outside, tinyPng('other'));
    for (const target of [outside, path.join(root, 'nothing'), '/dev/zero']) {
      await symlink(target, file);
      expect((await expectFailure(store.read(image.sha256), 'notFound')).message).toMatch(`${file} is a link`);
      expect((await expectFailure(store.put(image), 'unwritable')).message).toMatch(`${file} is a link`);
      await rm(file);
    }
    expect(await readFile(outside)).toEqual(tinyPng('other'));
    await writeFile(file, '');
    await truncate(file, 64 * 1024 ** 2);
    expect((await expectFailure(store.read(image.sha256), 'notFound')).message).toMatch(/larger than 16 MB/);
    await symlink(root, path.join(root, 'elsewhere'));
    await rm(path.join(root, 'images'), { recursive: true });
    await symlink(path.join(root, 'elsewhere'), path.join(root, 'images'));
    expect((await expectFailure(store.put(other), 'unwritable')).message).toMatch(/images is a link/);
  });
});
