import type { OpenBatch } from './openBatch';
import { callId, readCallId } from './waitingCall';

/** A place in a batch that nobody in this process waits for. */
export interface ClaimableCall {
  readonly id: string;
  readonly batch: OpenBatch;
}

/** The ids of a run's calls: which are in use, and which are in a batch and free to be waited for. */
export class ClaimableCalls {
  readonly #recall: () => Promise<void>;
  #recalled: Promise<void> | undefined;
  readonly #left = new Map<string, ClaimableCall[]>();
  /** Places of a key that somebody was told of and has not taken yet. */
  readonly #promised = new Map<string, number>();
  /** How many ids there are of a key. */
  readonly #indexes = new Map<string, number>();

  /** `recall` takes up what an earlier process left; it is asked for once. */
  constructor(recall: () => Promise<void>) {
    this.#recall = recall;
  }

  /** Resolves when the ids of earlier processes are there. Rejects as recalling does. */
  recalled(): Promise<void> {
    return (this.#recalled ??= this.#recall());
  }

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

  /** Whether there is a place of this key that nobody was told of; whoever asks takes it next. */
  async promise(key: string): Promise<boolean> {
    await this.recalled();
    const promised = this.#promised.get(key) ?? 0;
    const places = this.#left.get(key)?.filter(hasAnswers).length ?? 0;
    if (promised >= places) return false;
    this.#promised.set(key, promised + 1);
    return true;
  }

  /** The oldest place of this key in a batch that may still have its answer. */
  take(key: string): ClaimableCall | undefined {
    this.#promised.set(key, Math.max(0, (this.#promised.get(key) ?? 0) - 1));
    const left = this.#left.get(key) ?? [];
    for (let found = left.shift(); found !== undefined; found = left.shift()) {
      if (hasAnswers(found)) return found;
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

function hasAnswers({ batch }: ClaimableCall): boolean {
  return batch.fate === 'open' || batch.fate === 'ended';
}
