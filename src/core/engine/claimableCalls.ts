import type { OpenBatch } from './openBatch';
import { callId, readCallId } from './waitingCall';

/** A place in a batch that nobody in this process waits for. */
export interface ClaimableCall {
  readonly id: string;
  readonly batch: OpenBatch;
}

/** The ids of a run's calls: which are in use, and which are in a batch and free to be waited for. */
export class ClaimableCalls {
  readonly #left = new Map<string, ClaimableCall[]>();
  /** How many ids there are of a key. */
  readonly #indexes = new Map<string, number>();

  /** Takes up an id that an earlier process gave; one that is not of this tool's making is nobody's. */
  recall(id: string, batch: OpenBatch): void {
    const read = readCallId(id);
    if (read === undefined) return;
    this.leave(read.key, { id, batch });
    this.#indexes.set(read.key, Math.max(this.#indexes.get(read.key) ?? 0, read.index + 1));
  }

  leave(key: string, call: ClaimableCall): void {
    const left = this.#left.get(key);
    if (left === undefined) this.#left.set(key, [call]);
    else left.push(call);
  }

  /** The oldest place of this key in a batch that may still have its answer. */
  take(key: string): ClaimableCall | undefined {
    const left = this.#left.get(key) ?? [];
    for (let found = left.shift(); found !== undefined; found = left.shift()) {
      if (found.batch.fate === 'open' || found.batch.fate === 'ended') return found;
    }
    this.#left.delete(key);
    return undefined;
  }

  /** An id that no call of the run has had. */
  next(key: string): string {
    const index = this.#indexes.get(key) ?? 0;
    this.#indexes.set(key, index + 1);
    return callId(key, index);
  }
}
