import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/engine/runSession';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import type { FileRunStore } from '../../core/store/fileRunStore';

/** Runs kept open: both sides of a comparison, those that its noise is read from, and the one before it. */
const mostOpen = 8;

interface OpenRun {
  readonly stamp: string;
  readonly session: Promise<RunSession>;
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
    const open =
      known?.stamp === stamp
        ? known
        : { stamp, session: this.store.open(runId).then((stored) => sessionOfRun(stored, benchmarks)) };
    this.#open.set(runId, open);
    for (const id of [...this.#open.keys()].slice(0, -mostOpen)) this.#open.delete(id);
    try {
      return await open.session;
    } catch (error) {
      if (this.#open.get(runId) === open) this.#open.delete(runId);
      throw error;
    }
  }
}
