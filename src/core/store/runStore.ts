import type { GoldReply } from '../benchmark/goldReply';
import type { BenchmarkId } from '../benchmark/samples';
import type { ImageStore, StoredImage } from './imageStore';
import type { RevisionLog } from './revisionLog';
import type { RunManifest } from './runManifest';
import type { RunRecord } from './runRecord';
import type { RunSummary } from './runSummary';

/** One sample as frozen with the run, so that a run stays readable without its source file. */
export interface StoredSample {
  readonly benchmark: BenchmarkId;
  readonly sample: unknown;
  readonly gold?: readonly GoldReply[];
}

export interface StoredRun {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly records: readonly RunRecord[];
  readonly tagging?: readonly RunRecord[];
  readonly problems: readonly string[];
  /** Sentences on prompt or samples that differ from the plan. Such a run cannot go on. */
  readonly altered?: readonly string[];
}

/** One writer at a time; a second one is refused with `RunStoreError` `locked`. */
export interface RunWriter {
  /** Resolves when the operating system has the record; rejects with `RunStoreError` if it could not be written. */
  append(record: RunRecord): Promise<void>;
  close(): Promise<void>;
}

export type RunListing =
  | {
      readonly kind: 'run';
      readonly id: string;
      readonly manifest: RunManifest;
      readonly lastStatus: string;
    }
  | { readonly kind: 'damaged'; readonly id: string; readonly problem: string };

/** Read from the summary unless the journal is newer. A later version may have written it. */
export type SummaryListing =
  { readonly kind: 'summary'; readonly id: string; readonly summary: RunSummary } | RunListing;

export interface LockChoice {
  /** Takes over a stale lock, whose holder shows no sign of life and cannot be checked. */
  readonly takeOver?: boolean | undefined;
}

export interface RunStore {
  create(manifest: RunManifest, samples: readonly StoredSample[]): Promise<RunWriter>;
  open(runId: string): Promise<StoredRun>;
  readManifest(runId: string): Promise<RunManifest>;
  /** Takes the lock of an existing run to resume it. Refuses an altered run. */
  reopen(runId: string, choice?: LockChoice): Promise<RunWriter>;
  openTagging(runId: string, choice?: LockChoice): Promise<RunWriter>;
  readonly images: ImageStore;
  readonly revisions: RevisionLog;
  list(): Promise<readonly RunListing[]>;
  summaries(): Promise<readonly SummaryListing[]>;
  /** Keeps the summary of a run at rest. `false`, and nothing is kept, when the run has gone on since. */
  writeSummary(runId: string, summary: RunSummary): Promise<boolean>;
  delete(runId: string, choice?: LockChoice): Promise<void>;
  directoryOf(runId: string): string | undefined;
}

export interface NewRun {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly images?: readonly StoredImage[];
  /** What is known before the first call. */
  readonly records?: readonly RunRecord[];
}

/** Stores images first, so that an existing run has all that its samples name. Throws `RunStoreError`. */
export async function createRun(
  store: RunStore,
  { manifest, samples, images = [], records = [] }: NewRun,
): Promise<RunWriter> {
  for (const image of images) await store.images.put(image);
  const writer = await store.create(manifest, samples);
  try {
    // Handed over together, so that they share a write.
    await Promise.all(records.map((record) => writer.append(record)));
    return writer;
  } catch (error) {
    await writer.close();
    throw error;
  }
}
