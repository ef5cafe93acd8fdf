import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/run/runSession';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import type { FileRunStore } from '../../core/store/fileRunStore';
import type { StoredSample } from '../../core/store/runStore';

/** Runs kept open: both sides of a comparison, those that its noise is read from, and the one before it. */
const mostOpen = 8;

interface OpenRun {
  readonly stamp: string;
  /** With the samples as they were stored: while they are held here, the store does not read the same ones again for another run. */
  readonly read: Promise<{ readonly session: RunSession; readonly samples: readonly StoredSample[] }>;
}

/** Stored runs as they were read last, the least used closed first. One that has changed on disk since is read again. */
export class RunSessions {
  readonly store: FileRunStore;
  readonly #open = new Map<string, OpenRun>();

  constructor(store: FileRunStore) {
    this.store = store;
  }

  /** Rejects as opening a run does. */
  async get(runId: string): Promise<RunSession> {
    // Before the run is read: what comes in between makes it outdated at the next look, never wrong.
    const stamp = await this.store.stampOf(runId);
    const known = this.#open.get(runId);
    this.#open.delete(runId);
    const open = known?.stamp === stamp ? known : { stamp, read: this.#read(runId) };
    this.#open.set(runId, open);
    for (const id of [...this.#open.keys()].slice(0, -mostOpen)) this.#open.delete(id);
    try {
      return (await open.read).session;
    } catch (error) {
      if (this.#open.get(runId) === open) this.#open.delete(runId);
      throw error;
    }
  }

  async #read(runId: string): Promise<Awaited<OpenRun['read']>> {
    const stored = await this.store.open(runId);
    return { session: sessionOfRun(stored, benchmarks), samples: stored.samples };
  }
}
