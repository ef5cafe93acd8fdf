import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPlainFile, PlainFileError, readPlainFile, readSmallFile } from '../../../src/core/store/plainFile';
import { temporaryFolders } from './temporaryFolder';

const temporaryFolder = temporaryFolders();
const limits = { largest: 100 };
const readers = [
  [
    'whole',
    (file: string, links?: 'follow') => readPlainFile(file, { ...limits, ...(links && { links }) }).then(String),
  ],
  [
    'at once',
    (file: string, links?: 'follow') =>
      Promise.resolve().then(() => readSmallFile(file, { ...limits, ...(links && { links }) }).text),
  ],
] as const;

describe.each(readers)('a plain file read %s', (_name, read) => {
  it('gives what the file holds, up to its limit', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, 'é'.repeat(50));
    expect(await read(file)).toBe('é'.repeat(50));
    await writeFile(file, 'a'.repeat(101));
    await expect(read(file)).rejects.toMatchObject({ fault: 'tooLarge', message: `${file} is larger than 100 bytes.` });
  });

  it('refuses a link by name, wherever it leads, unless the user named it', async () => {
    const folder = await temporaryFolder();
    const target = path.join(folder, 'target');
    await writeFile(target, 'kept');
    const link = path.join(folder, 'link');
    await symlink(target, link);
    await symlink(path.join(folder, 'nowhere'), path.join(folder, 'dangling'));
    await expect(read(link)).rejects.toMatchObject({ fault: 'link', file: link });
    await expect(read(path.join(folder, 'dangling'))).rejects.toMatchObject({ fault: 'link' });
    expect(await read(link, 'follow')).toBe('kept');
  });

  it('refuses devices, pipes without a writer and folders at once, through a link too', async () => {
    const folder = await temporaryFolder();
    const pipe = path.join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    await mkdir(path.join(folder, 'folder'));
    await symlink('/dev/zero', path.join(folder, 'zero'));
    for (const file of ['/dev/zero', pipe, path.join(folder, 'folder')])
      await expect(read(file)).rejects.toMatchObject({ fault: 'special' });
    await expect(read(path.join(folder, 'zero'), 'follow')).rejects.toMatchObject({ fault: 'special' });
  });

  it('leaves the system’s own errors as they are', async () => {
    await expect(read(path.join(await temporaryFolder(), 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a plain file opened for writing', () => {
  const append = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

  it('is its owner’s only where it is new', async () => {
    const file = path.join(await temporaryFolder(), 'new');
    const handle = await openPlainFile(file, append, limits);
    await handle.appendFile('line');
    await handle.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe('line');
  });

  it('never writes through a link or into a pipe', async () => {
    const folder = await temporaryFolder();
    const target = path.join(folder, 'target');
    await symlink(target, path.join(folder, 'link'));
    const pipe = path.join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const flags of [append, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC]) {
      await expect(openPlainFile(path.join(folder, 'link'), flags, limits)).rejects.toSatisfy((error) =>
        PlainFileError.is(error, 'link'),
      );
      await expect(openPlainFile(pipe, flags, limits)).rejects.toSatisfy((error) =>
        PlainFileError.is(error, 'special'),
      );
    }
    await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
