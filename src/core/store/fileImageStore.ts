import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore, StoredImage } from './imageStore';
import { RunStoreError } from './runStore';
import { unwritable } from './unwritable';
import { ownDraft } from './writeDurably';

/** Images as files named by their hash: `<root>/images/<sha256>`. */
export class FileImageStore implements ImageStore {
  readonly #folder: string;

  constructor(root: string) {
    this.#folder = path.join(root, 'images');
  }

  async put({ sha256, content }: StoredImage): Promise<void> {
    const file = this.#file(sha256);
    try {
      const known = await stat(file).catch(() => undefined);
      if (known?.size === content.byteLength) return;
      await mkdir(this.#folder, { recursive: true });
      // In one step and each with a draft of its own, as two runs or windows may store the same image at once.
      const draft = ownDraft(file);
      await writeFile(draft, content);
      await rename(draft, file);
    } catch (error) {
      throw unwritable('', file, error);
    }
  }

  async read(sha256: string): Promise<Uint8Array> {
    const file = this.#file(sha256);
    let content: Uint8Array;
    try {
      content = await readFile(file);
    } catch (error) {
      throw new RunStoreError('notFound', '', `The image ${file} of a sample cannot be read. Evaluate again.`, error);
    }
    if (createHash('sha256').update(content).digest('hex') !== sha256) {
      throw new RunStoreError('damaged', '', `The image ${file} was changed on disk. Delete it and evaluate again.`);
    }
    return content;
  }

  /** Hashes come from a run's manifest, which is a file like any other: nothing but a hash may become a path. */
  #file(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256))
      throw new RunStoreError('damaged', '', 'A run names an image by no valid hash.');
    return path.join(this.#folder, sha256);
  }
}
