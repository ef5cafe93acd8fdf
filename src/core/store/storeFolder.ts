import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, lutimes, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import * as plain from './plainFile';

const megabyte = 1024 * 1024;

/** Most bytes of a file in a store. A larger one was not written here, or cannot be read at once. */
export const largestFiles = {
  manifest: 64 * megabyte,
  samples: 256 * megabyte,
  journal: 256 * megabyte,
  batches: 256 * megabyte,
  entries: 64 * megabyte,
  spending: 256 * megabyte,
  image: 16 * megabyte,
  /** A new file begins beyond 8 MB, but the answer that passes them is written whole. */
  replies: 128 * megabyte,
  lock: 4096,
} as const;

/** Only the owner may open a store's folders. Windows ignores it. */
const ownerOnlyFolder = 0o700;

export interface FileFacts {
  readonly size: number;
  readonly id: string;
  readonly changedAt: number;
}

/** Follows links on the way to the root, which the user named. Below it links are refused: the store may be foreign. */
export class StoreFolder {
  readonly path: string;
  readonly #root: string;
  readonly #locations: readonly string[];

  constructor(root: string, ...names: readonly string[]) {
    this.#root = root;
    this.#locations = names.map((_, index) => path.join(root, ...names.slice(0, index + 1)));
    this.path = path.join(root, ...names);
  }

  static ofRun(directory: string): StoreFolder {
    const runs = path.dirname(directory);
    return new StoreFolder(path.dirname(runs), path.basename(runs), path.basename(directory));
  }

  pathOf(name: string): string {
    return path.join(this.path, name);
  }

  /** Throws where this folder or one above it is a link. A missing folder passes. */
  assertOwn(): void {
    for (const location of this.#locations) {
      const found = statsOf(location);
      if (found === undefined) return;
      if (found.isSymbolicLink()) throw plain.linked(location, 'folder');
    }
  }

  async make(): Promise<boolean> {
    // Folders above the store get the rights of the user's other folders.
    let isNew = (await mkdir(path.dirname(this.#root), { recursive: true })) !== undefined;
    for (const location of [this.#root, ...this.#locations]) {
      try {
        await mkdir(location, { mode: ownerOnlyFolder });
        isNew = true;
      } catch (error) {
        if (plain.codeOf(error) !== 'EEXIST') throw error;
        const found = statsOf(location);
        if (found?.isSymbolicLink() === true && location !== this.#root) throw plain.linked(location, 'folder');
        if (found?.isFile() === true) throw error;
      }
    }
    return isNew;
  }

  async names(): Promise<readonly string[]> {
    this.assertOwn();
    return readdir(this.path);
  }

  facts(name: string): FileFacts | undefined {
    const file = this.#own(name);
    const found = statsOf(file);
    if (found === undefined) return undefined;
    if (found.isFile()) return { size: found.size, id: `${found.dev} ${found.ino}`, changedAt: found.mtimeMs };
    throw found.isSymbolicLink() ? plain.linked(file) : plain.notPlain(file);
  }

  async open(name: string, flags: number, largest: number): Promise<FileHandle> {
    return plain.openPlainFile(this.#own(name), flags, { largest });
  }

  append(name: string, largest: number): Promise<FileHandle> {
    return this.open(name, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, largest);
  }

  openToRead(name: string, largest: number): Promise<FileHandle> {
    return this.open(name, constants.O_RDONLY, largest);
  }

  async read(name: string, largest: number): Promise<Buffer> {
    return plain.readPlainFile(this.#own(name), { largest });
  }

  readSmall(name: string, largest: number): ReturnType<typeof plain.readSmallFile> {
    return plain.readSmallFile(this.#own(name), { largest });
  }

  async create(name: string, text: string, isSynced: boolean): Promise<void> {
    await plain.writeNew(this.#own(name), text, { isSynced });
  }

  async write(name: string, content: string | Uint8Array, isSynced: boolean): Promise<void> {
    await plain.writeAtOnce(this.#own(name), content, isSynced);
  }

  async touch(name: string): Promise<void> {
    const now = new Date();
    await lutimes(this.#own(name), now, now);
  }

  /** Removes a file, an empty folder, or a link itself. Missing names are fine. */
  async remove(name: string): Promise<void> {
    const location = this.#own(name);
    await (statsOf(location)?.isDirectory() === true ? rmdir(location) : rm(location, { force: true }));
  }

  #own(name: string): string {
    this.assertOwn();
    return this.pathOf(name);
  }

  async removeAll(): Promise<void> {
    this.assertOwn();
    await rm(this.path, { recursive: true });
  }
}

/** Of a link, the link itself; `undefined` where nothing is there. */
function statsOf(location: string): Stats | undefined {
  try {
    return lstatSync(location, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file there is nothing. The system reports it to later calls.
    if (plain.codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A linked folder, or another user's, whose texts and prices would pass for one's own. */
export function ownershipProblem(folder: string): 'link' | 'otherUser' | undefined {
  try {
    const found = lstatSync(folder);
    if (found.isSymbolicLink()) return 'link';
    return isOfOtherUser(found.uid) ? 'otherUser' : undefined;
  } catch {
    // Later access to the folder reports the error.
    return undefined;
  }
}

/** Even root is refused: someone who works as root in a foreign folder can name its store. */
export function isOfOtherUser(owner: number): boolean {
  const own = process.geteuid?.();
  return own !== undefined && own !== owner;
}

/** Relative where the file lies in the store’s folder, so that a moved workspace keeps its runs. */
export function storedPromptPath(storeRoot: string, promptFile: string): string {
  const relative = path.relative(path.dirname(path.resolve(storeRoot)), path.resolve(promptFile));
  const outside = relative.startsWith('..') || path.isAbsolute(relative);
  return outside ? path.resolve(promptFile) : relative.split(path.sep).join('/');
}
