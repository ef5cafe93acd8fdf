import { MemoryImageStore } from './memoryImageStore';
import type { RunManifest } from './runManifest';
import type { RunRecord } from './runRecord';
import {
  RunStoreError,
  type RunListing,
  type RunStore,
  type RunWriter,
  type StoredRun,
  type StoredSample,
} from './runStore';

interface Kept {
  readonly manifest: RunManifest;
  readonly samples: readonly StoredSample[];
  readonly records: RunRecord[];
  locked: boolean;
}

/** Keeps runs for as long as the object lives. Used by tests and by untitled documents without a folder. */
export class MemoryRunStore implements RunStore {
  readonly images = new MemoryImageStore();
  readonly #runs = new Map<string, Kept>();

  create(manifest: RunManifest, samples: readonly StoredSample[]): Promise<RunWriter> {
    if (this.#runs.has(manifest.runId)) {
      return Promise.reject(new RunStoreError('exists', manifest.runId, `Run ${manifest.runId} exists already.`));
    }
    this.#runs.set(manifest.runId, { manifest, samples, records: [], locked: false });
    return this.reopen(manifest.runId);
  }

  reopen(runId: string): Promise<RunWriter> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return Promise.reject(notFound(runId));
    if (kept.locked) return Promise.reject(locked(runId));
    kept.locked = true;
    let closed = false;
    return Promise.resolve({
      append: (record) => {
        if (closed)
          return Promise.reject(new RunStoreError('unwritable', runId, `The journal of run ${runId} is closed.`));
        kept.records.push(record);
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
    const { manifest, samples, records } = kept;
    return Promise.resolve({ manifest, samples, records: [...records], problems: [] });
  }

  list(): Promise<readonly RunListing[]> {
    const listings = [...this.#runs.entries()].map(([id, { manifest, records, locked }]): RunListing => {
      const last = records.findLast((record) => record.kind === 'status');
      const ended = last !== undefined && last.status !== 'running';
      return {
        kind: 'run',
        id,
        manifest,
        lastStatus: ended ? last.status : locked ? 'running' : 'interrupted',
        lastAt: last?.at ?? manifest.createdAt,
      };
    });
    return Promise.resolve(listings.sort((left, right) => right.id.localeCompare(left.id)));
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
}

function notFound(runId: string): RunStoreError {
  return new RunStoreError('notFound', runId, `There is no run ${runId}.`);
}

function locked(runId: string): RunStoreError {
  return new RunStoreError('locked', runId, `Run ${runId} is being written already.`);
}
