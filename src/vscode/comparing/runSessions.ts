import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/engine/runSession';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import type { RunStore } from '../../core/store/runStore';

/** Runs kept open: both sides of a comparison, those that its noise is read from, and the one before it. */
const mostOpen = 8;

/** Stored runs as they were read last, the least used closed first. */
export class RunSessions {
  readonly #store: RunStore;
  readonly #open = new Map<string, Promise<RunSession>>();

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** Rejects as opening a run does. */
  async get(runId: string): Promise<RunSession> {
    const known = this.#open.get(runId);
    this.#open.delete(runId);
    const session = known ?? this.#store.open(runId).then((stored) => sessionOfRun(stored, benchmarks));
    this.#open.set(runId, session);
    for (const id of [...this.#open.keys()].slice(0, -mostOpen)) this.#open.delete(id);
    try {
      return await session;
    } catch (error) {
      this.#open.delete(runId);
      throw error;
    }
  }

  /** To be read again when it is next asked for. */
  forget(runId: string): void {
    this.#open.delete(runId);
  }
}
