import type { RunManifest } from '../../src/core/store/runManifest';
import type { RunRecord } from '../../src/core/store/runRecord';
import type {
  RunListing,
  RunStore,
  RunWriter,
  StoredRun,
  StoredSample,
  SummaryListing,
} from '../../src/core/store/runStore';
import { RunStoreError } from '../../src/core/store/runStoreError';
import type { RunSummary } from '../../src/core/store/runSummary';
import { MemoryImageStore } from './memoryImageStore';
import { MemoryRevisionLog } from './memoryRevisionLog';

interface Kept {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly records: RunRecord[];
  readonly tagging: RunRecord[];
  locked: boolean;
  /** With the number of records that it was made from. */
  summarized?: { readonly summary: RunSummary; readonly records: number };
}

/** Keeps runs for as long as the object lives. Used by tests and by untitled documents without a folder. */
export class MemoryRunStore implements RunStore {
  readonly images = new MemoryImageStore();
  readonly revisions = new MemoryRevisionLog();
  readonly #runs = new Map<string, Kept>();

  create(manifest: RunManifest, samples: readonly StoredSample[]): Promise<RunWriter> {
    if (this.#runs.has(manifest.runId)) {
      return Promise.reject(new RunStoreError('exists', manifest.runId, `Run ${manifest.runId} exists already.`));
    }
    this.#runs.set(manifest.runId, { manifest, samples, records: [], tagging: [], locked: false });
    return this.reopen(manifest.runId);
  }

  reopen(runId: string): Promise<RunWriter> {
    return this.#writer(runId, (kept) => kept.records);
  }

  openTagging(runId: string): Promise<RunWriter> {
    return this.#writer(runId, (kept) => kept.tagging);
  }

  #writer(runId: string, recordsOf: (kept: Kept) => RunRecord[]): Promise<RunWriter> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return Promise.reject(notFound(runId));
    if (kept.locked) return Promise.reject(locked(runId));
    kept.locked = true;
    let closed = false;
    return Promise.resolve({
      append: (record) => {
        if (closed)
          return Promise.reject(new RunStoreError('unwritable', runId, `The journal of run ${runId} is closed.`));
        recordsOf(kept).push(record);
        return Promise.resolve();
      },
      close: () => {
        if (!closed) kept.locked = false;
        closed = true;
        return Promise.resolve();
      },
    });
  }

  open(runId: string): Promise<StoredRun> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return Promise.reject(notFound(runId));
    const { manifest, samples, records, tagging } = kept;
    const tagged = tagging.length === 0 ? {} : { tagging: [...tagging] };
    return Promise.resolve({ manifest, samples, records: [...records], ...tagged, problems: [] });
  }

  readManifest(runId: string): Promise<RunManifest> {
    const kept = this.#runs.get(runId);
    return kept === undefined ? Promise.reject(notFound(runId)) : Promise.resolve(kept.manifest);
  }

  list(): Promise<readonly RunListing[]> {
    return Promise.resolve(this.#newestFirst(listingOf));
  }

  summaries(): Promise<readonly SummaryListing[]> {
    const listings = this.#newestFirst<SummaryListing>((id, kept) => {
      const { summarized, records } = kept;
      return summarized?.records === records.length
        ? { kind: 'summary', id, summary: summarized.summary }
        : listingOf(id, kept);
    });
    return Promise.resolve(listings);
  }

  writeSummary(runId: string, summary: RunSummary): Promise<boolean> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return Promise.reject(notFound(runId));
    const last = kept.records.findLast((record) => record.kind === 'status');
    const status = last === undefined || last.status === 'running' ? 'interrupted' : last.status;
    if (status !== summary.status || (last?.at ?? summary.createdAt) !== summary.lastAt) return Promise.resolve(false);
    kept.summarized = { summary, records: kept.records.length };
    return Promise.resolve(true);
  }

  delete(runId: string): Promise<void> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return Promise.reject(notFound(runId));
    if (kept.locked) return Promise.reject(locked(runId));
    this.#runs.delete(runId);
    return Promise.resolve();
  }

  directoryOf(): undefined {
    return undefined;
  }

  #newestFirst<Listing extends { readonly id: string }>(
    listingFor: (id: string, kept: Kept) => Listing,
  ): readonly Listing[] {
    const listings = [...this.#runs].map(([id, kept]) => listingFor(id, kept));
    return listings.sort((left, right) => right.id.localeCompare(left.id));
  }
}

function listingOf(id: string, { manifest, records, locked }: Kept): RunListing {
  const last = records.findLast((record) => record.kind === 'status');
  const ended = last !== undefined && last.status !== 'running';
  return {
    kind: 'run',
    id,
    manifest,
    lastStatus: ended ? last.status : locked ? 'running' : 'interrupted',
  };
}

function notFound(runId: string): RunStoreError {
  return new RunStoreError('notFound', runId, `There is no run ${runId}.`);
}

function locked(runId: string): RunStoreError {
  return new RunStoreError('locked', runId, `Run ${runId} is being written already.`);
}
