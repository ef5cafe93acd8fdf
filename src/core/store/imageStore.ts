import { sha256 as digestOf } from '../text/sha256';
import { PlainFileError } from './plainFile';
import { RunStoreError, unwritable } from './runStoreError';
import { largestFiles, StoreFolder } from './storeFolder';

export interface StoredImage {
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** Sample images, each kept once for all runs that use it. All failures are `RunStoreError`. */
export type ImageStore = Pick<FileImageStore, 'put' | 'read'>;

export class FileImageStore {
  readonly #folder: StoreFolder;

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'images');
  }

  async put({ sha256, content }: StoredImage): Promise<void> {
    const name = checkedHash(sha256);
    try {
      if (this.#folder.facts(name)?.size === content.byteLength) return;
      await this.#folder.make();
      // Written in one step from a draft of its own, because two runs may store the same image at once.
      await this.#folder.write(name, content, false);
    } catch (error) {
      throw unwritable('', this.#folder.pathOf(name), error);
    }
  }

  async read(sha256: string): Promise<Uint8Array> {
    const name = checkedHash(sha256);
    const file = this.#folder.pathOf(name);
    let content: Uint8Array;
    try {
      content = await this.#folder.read(name, largestFiles.image);
    } catch (error) {
      const reason = PlainFileError.is(error) ? error.message : `The image ${file} of a sample cannot be read.`;
      throw new RunStoreError('notFound', '', `${reason} Evaluate again.`, error);
    }
    if (digestOf(content) !== sha256)
      throw new RunStoreError('damaged', '', `The image ${file} was changed on disk. Delete it and evaluate again.`);
    return content;
  }
}

/** Hashes come from a manifest, which anybody may have written, so only a real hash may become a path. */
function checkedHash(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new RunStoreError('damaged', '', 'A run names an image by an invalid hash.');
  return sha256;
}
