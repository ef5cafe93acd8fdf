import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { temporaryFolders } from '../store/temporaryFolder';

const run = promisify(execFile);

/** A disk of its own in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Changes its size, in kilobytes. */
  resize(kilobytes: number): Promise<void>;
  setReadOnly(readOnly: boolean): Promise<void>;
}

/** Why this machine makes none; `undefined` where it does. Mounting is for root on Linux. */
export async function whyNoSmallDisk(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'small disks are mounted on Linux only';
  if (process.getuid?.() !== 0) return 'only root may mount a small disk';
  try {
    // In a name space of its own, so that the attempt leaves nothing behind.
    await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt']);
    return undefined;
  } catch {
    return 'this system lets even root mount nothing';
  }
}

/** Returns a function that mounts small disks; they are taken off again when the test file is done. */
export function smallDisks(): (kilobytes: number) => Promise<SmallDisk> {
  const newFolder = temporaryFolders();
  const mounted: string[] = [];
  // Hooks of one kind run last first: the disks are gone before their folders are removed.
  afterAll(async () => {
    for (const folder of mounted) await run('umount', ['--lazy', folder]);
  });
  return async (kilobytes) => {
    const folder = path.join(await newFolder(), 'disk');
    await mkdir(folder);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
    mounted.push(folder);
    const remount = async (option: string): Promise<void> => {
      await run('mount', ['-o', `remount,${option}`, folder]);
    };
    return {
      folder,
      resize: (size) => remount(`size=${size}k`),
      setReadOnly: (readOnly) => remount(readOnly ? 'ro' : 'rw'),
    };
  };
}
