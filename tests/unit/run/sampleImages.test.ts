import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { imageTypeOf } from '../../../src/core/providers/imageSource';
import type { ImageReference } from '../../../src/core/providers/message';
import { readSampleImages, type SamplesWithImages } from '../../../src/core/run/loadSamples';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { criteriaToy } from '../../toyBenchmarks/criteriaToy';
import { plainToy } from '../../toyBenchmarks/plainToy';
import { tinyPng } from '../../toyBenchmarks/tinyImages';
import { toyBenchmark } from '../../toyBenchmarks/toyBenchmark';

const newFolder = temporaryFolders();
const png = 'image/png';

/** A folder `parent/set` with `fine.png` in it, and files beside it that no sample may reach. */
async function sampleFolder(): Promise<string> {
  const parent = await newFolder();
  const folder = path.join(parent, 'set');
  await mkdir(path.join(folder, 'deep'), { recursive: true });
  await mkdir(path.join(parent, 'set-beside'));
  await Promise.all([
    writeFile(path.join(folder, 'fine.png'), tinyPng()),
    writeFile(path.join(folder, 'deep/inner.png'), tinyPng('inner')),
    writeFile(path.join(folder, 'words.png'), 'not an image at all'),
    writeFile(path.join(folder, 'empty.png'), ''),
    writeFile(path.join(parent, 'outside.png'), tinyPng('outside')),
    writeFile(path.join(parent, 'set-beside/near.png'), tinyPng('near')),
    symlink('../outside.png', path.join(folder, 'link.png')),
    symlink('..', path.join(folder, 'up')),
    symlink('fine.png', path.join(folder, 'alias.png')),
  ]);
  return folder;
}

/** Reads the image `image` of the sample `odd`, between two samples that are fine. */
async function read(folder: string, image: ImageReference): Promise<SamplesWithImages> {
  const samples = [
    { id: 'before', image: { path: 'fine.png', mediaType: png }, criteria: [] },
    { id: 'odd', image, criteria: [] },
    { id: 'after', image: { path: 'deep/inner.png', mediaType: png }, criteria: [] },
  ];
  return readSampleImages(criteriaToy, { samples, format: 'own', problems: [] }, folder);
}

describe('images of samples', () => {
  it('are read with hash and type, from the folder of the file and below', async () => {
    const folder = await sampleFolder();
    const { samples, images, problems } = await read(folder, { path: 'alias.png', mediaType: png });
    expect(problems).toEqual([]);
    expect(samples.map(({ id }) => id)).toEqual(['before', 'odd', 'after']);
    const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
    expect(images.map((image) => ({ ...image, content: Buffer.from(image.content).toString('hex') }))).toEqual(
      [
        { path: 'fine.png', content: tinyPng() },
        { path: 'alias.png', content: tinyPng() },
        { path: 'deep/inner.png', content: tinyPng('inner') },
      ].map((image) => ({
        path: image.path,
        sha256: sha256(image.content),
        mediaType: png,
        content: image.content.toString('hex'),
      })),
    );
  });

  it.each([
    ['a path outside the folder', '../outside.png', png, /outside the sample file’s folder/],
    ['a folder whose name begins alike', '../set-beside/near.png', png, /outside the sample file’s folder/],
    ['a link to a file outside', 'link.png', png, /outside the sample file’s folder/],
    ['a link to a folder outside', 'up/outside.png', png, /outside the sample file’s folder/],
    ['an absolute path', '/etc/hosts', png, /must be relative/],
    ['a file that is missing', 'gone.png', png, /cannot be read/],
    ['a folder', 'deep', png, /cannot be read/],
    ['a name with a zero byte', 'fine.png\0', png, /cannot be read/],
    ['a text file under an image’s name', 'words.png', png, /is not a PNG, JPEG, GIF or WebP/],
    ['an empty file', 'empty.png', png, /is not a PNG, JPEG, GIF or WebP/],
    ['another type than declared', 'deep/inner.png', 'image/jpeg', /is image\/png, not image\/jpeg/],
    ['another type than declared, the file known already', 'fine.png', 'image/jpeg', /is image\/png, not image\/jpeg/],
  ])('%s costs its sample, names it, and no other', async (_name, name, mediaType, message) => {
    const { samples, images, problems } = await read(await sampleFolder(), { path: name, mediaType });
    expect(problems).toEqual([
      { severity: 'error', record: 2, field: 'images', message: expect.stringMatching(/^odd: /) as string },
    ]);
    expect(problems[0]?.message).toMatch(message);
    expect(samples.map(({ id }) => id)).toEqual(['before', 'after']);
    expect(images.map((image) => image.path).sort()).toEqual(['deep/inner.png', 'fine.png']);
  });

  it('are refused above 5 MB and taken at 5 MB', async () => {
    const folder = await sampleFolder();
    const file = path.join(folder, 'large.png');
    await writeFile(file, tinyPng());
    await truncate(file, 5 * 1024 * 1024);
    expect((await read(folder, { path: 'large.png', mediaType: png })).problems).toEqual([]);
    await truncate(file, 5 * 1024 * 1024 + 1);
    expect((await read(folder, { path: 'large.png', mediaType: png })).problems).toMatchObject([
      { message: expect.stringMatching(/^odd: .*large\.png.* is larger than 5 MB/) as string },
    ]);
  });

  it('do not wait for a pipe that nobody writes to', async () => {
    const folder = await sampleFolder();
    await promisify(execFile)('mkfifo', [path.join(folder, 'pipe.png')]);
    const { problems, samples } = await read(folder, { path: 'pipe.png', mediaType: png });
    expect(problems).toMatchObject([{ message: expect.stringMatching(/^odd: .*cannot be read/) as string }]);
    expect(samples).toHaveLength(2);
  });

  it('by address are left to the provider', async () => {
    const url = 'https://example.org/a.png';
    const { samples, images, problems } = await read(await sampleFolder(), { url, mediaType: png });
    expect(problems).toEqual([]);
    expect(samples).toHaveLength(3);
    expect(images.map((image) => image.path)).toEqual(['fine.png', 'deep/inner.png']);
  });

  it.each([
    ['file:///etc/passwd', /is not http, https or base64 data/],
    ['data:image/png;base64,AAAA', /holds no PNG, JPEG, GIF or WebP image/],
    [`data:image/jpeg;base64,${Buffer.from(tinyPng()).toString('base64')}`, /is image\/png, not image\/jpeg/],
    [`data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64')}`, /is larger than 5 MB/],
  ])('are refused by an address that no model can use: %.40s', async (url, reason) => {
    const mediaType = url.startsWith('data:image/jpeg') ? 'image/jpeg' : png;
    const { samples, problems } = await read(await sampleFolder(), { url, mediaType });
    expect(samples.map(({ id }) => id)).toEqual(['before', 'after']);
    expect(problems).toMatchObject([
      { severity: 'error', record: 2, message: expect.stringMatching(reason) as string },
    ]);
  });

  it('may be in the sample file as base64', async () => {
    const url = `data:image/png;base64,${Buffer.from(tinyPng()).toString('base64')}`;
    const { samples, problems } = await read(await sampleFolder(), { url, mediaType: png });
    expect([samples.length, problems]).toEqual([3, []]);
  });

  it('may be twenty in one sample, no more; the same one twice is read once', async () => {
    const folder = await sampleFolder();
    const names = Array.from({ length: 21 }, (_, index) => `${index}.png`);
    await Promise.all(names.map((name) => writeFile(path.join(folder, name), tinyPng(name))));
    const album = toyBenchmark<{ id: string; names: readonly string[] }>('tutorbench', plainToy.sampleSchema as never, {
      plan: () => ({ system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] }),
      judgements: () => [],
      imagesOf: (sample) => sample.names.map((name) => ({ path: name, mediaType: png })),
    });
    const samples = [
      { id: 'many', names },
      { id: 'most', names: names.slice(1) },
      { id: 'twice', names: ['fine.png', 'fine.png'] },
    ];
    const loaded = await readSampleImages(album, { samples, format: 'own', problems: [] }, folder);
    expect(loaded.samples.map(({ id }) => id)).toEqual(['most', 'twice']);
    expect(loaded.problems.map(({ message }) => message)).toEqual(['many: It names 21 images; 20 is the most.']);
    expect(loaded.images.map((image) => image.path)).toEqual([...names.slice(1), 'fine.png']);
  });

  it('keep the problems that were there before, and are not looked for where a benchmark has none', async () => {
    const before = { severity: 'error', record: 7, field: 'x', message: 's7: broken' } as const;
    const samples = [{ id: 'odd', image: { path: 'gone.png', mediaType: png }, criteria: [] }];
    const loaded = { samples, format: 'own', problems: [before] };
    const { problems } = await readSampleImages(criteriaToy, loaded, await sampleFolder());
    expect(problems.map(({ record }) => record)).toEqual([7, 1]);
    expect(await readSampleImages(plainToy, loaded, '/nowhere')).toEqual({ ...loaded, images: [] });
  });
});

describe('imageTypeOf', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  it.each([
    [bytes('\x89PNG\r\n\x1a\nrest'), 'image/png'],
    [tinyPng(), 'image/png'],
    [bytes('\xff\xd8\xff\xe0rest'), 'image/jpeg'],
    [bytes('GIF87a'), 'image/gif'],
    [bytes('GIF89a…'), 'image/gif'],
    [bytes('RIFF\x00\x00\x00\x00WEBPVP8 '), 'image/webp'],
    [bytes('RIFF\x00\x00\x00\x00WAVE'), undefined],
    [bytes('\x89PNG\n\x1a\n'), undefined],
    [bytes('GIF88a'), undefined],
    [bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    [bytes('BM'), undefined],
    [bytes('%PDF-1.7'), undefined],
    [bytes('\xff\xd8'), undefined],
    [Buffer.alloc(0), undefined],
  ])('tells %j by its first bytes', (content, type) => {
    expect(imageTypeOf(content)).toBe(type);
  });
});
