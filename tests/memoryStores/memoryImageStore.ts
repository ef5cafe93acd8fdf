import { createHash } from 'node:crypto';
import type { ImageStore, StoredImage } from '../../src/core/store/imageStore';
import { RunStoreError } from '../../src/core/store/runStoreError';

/** Keeps images for as long as the object lives. */
export class MemoryImageStore implements ImageStore {
  readonly #images = new Map<string, Uint8Array>();

  put({ sha256, content }: StoredImage): Promise<void> {
    this.#images.set(sha256, content);
    return Promise.resolve();
  }

  read(sha256: string): Promise<Uint8Array> {
    const content = this.#images.get(sha256);
    if (content === undefined) {
      return Promise.reject(new RunStoreError('notFound', '', `There is no image ${sha256}. Evaluate again.`));
    }
    return createHash('sha256').update(content).digest('hex') === sha256
      ? Promise.resolve(content)
      : Promise.reject(new RunStoreError('damaged', '', `The image ${sha256} was changed. Evaluate again.`));
  }
}
