import type { StoredImage } from './imageStore';
import type { RunManifest } from './runManifest';
import type { RunRecord } from './runRecord';
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

/** Writes the records that a new run begins with; its writer is closed where that fails. Throws `RunStoreError`. */
export async function beginWith(records: readonly RunRecord[], writer: RunWriter): Promise<RunWriter> {
  try {
    // Not one by one: what is handed over together is written together.
    await Promise.all(records.map((record) => writer.append(record)));
    return writer;
  } catch (error) {
    await writer.close();
    throw error;
  }
}
