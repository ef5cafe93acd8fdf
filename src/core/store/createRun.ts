import type { StoredImage } from './imageStore';
import type { RunManifest } from './runManifest';
import type { RunStore, RunWriter, StoredSample } from './runStore';

/** A run as it is planned, before anything of it is kept. */
export interface NewRun {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly images: readonly StoredImage[];
}

/** Makes a run in the store, its images first: a run that is there has all that its samples name. Throws `RunStoreError`. */
export async function createRun(store: RunStore, { manifest, samples, images }: NewRun): Promise<RunWriter> {
  for (const image of images) await store.images.put(image);
  return store.create(manifest, samples);
}
