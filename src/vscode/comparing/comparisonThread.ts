import { Worker } from 'node:worker_threads';
import { RunSessionError } from '../../core/run/runSession';
import { RunStoreError } from '../../core/store/runStoreError';
import type { ComparisonResults, FromThread, JobKind, JobOf, ThrownThere, ToThread } from './comparisonJob';

/** Milliseconds without a job after which the thread is let go: it starts again within a tenth of a second. */
const idleMs = 600_000;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly ended: () => void;
}

class ComparisonThreadError extends Error {
  override readonly name = 'ComparisonThreadError';
}

/** Two runs of some thousand verdicts take a second. The thread starts with the first job, and again after it broke. */
export class ComparisonThread {
  readonly #entry: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #jobs = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(entry: string) {
    this.#entry = entry;
  }

  /** Rejects with `RunStoreError`, `RunSessionError` or `ComparisonThreadError`, and with the signal's reason when it is aborted. */
  ask<Kind extends JobKind>(job: JobOf<Kind>, signal: AbortSignal): Promise<ComparisonResults[Kind]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const id = ++this.#jobs;
      const worker = (this.#worker ??= this.#start());
      const abort = (): void => {
        worker.postMessage({ id } satisfies ToThread);
        this.#end(id)?.reject(signal.reason as Error);
      };
      this.#waiting.set(id, { resolve, reject, ended: () => signal.removeEventListener('abort', abort) });
      signal.addEventListener('abort', abort, { once: true });
      clearTimeout(this.#idle);
      worker.postMessage({ id, job } satisfies ToThread);
    });
  }

  dispose(): void {
    this.#letGo(new ComparisonThreadError('The window is closing.'));
  }

  #start(): Worker {
    // It has no use for the environment, which may hold keys.
    const worker = new Worker(this.#entry, { env: {}, execArgv: [] });
    // A window may close while the thread has nothing to do.
    worker.unref();
    worker.on('message', ({ id, result, error }: FromThread) => {
      const waiting = this.#end(id);
      if (error === undefined) waiting?.resolve(result as never);
      else waiting?.reject(errorOf(error));
    });
    const broke = (reason: string, cause?: Error): void => {
      if (this.#worker === worker) this.#letGo(new ComparisonThreadError(reason, { cause }));
    };
    worker.on('error', (error) => broke(error.message, error));
    worker.on('exit', (code) => broke(`The thread ended with ${code}.`));
    return worker;
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    waiting?.ended();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.#letGo(new ComparisonThreadError('Idle.')), idleMs);
      this.#idle.unref();
    }
    return waiting;
  }

  #letGo(reason: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) this.#end(id)?.reject(reason);
    clearTimeout(this.#idle);
    void worker?.terminate();
  }
}

/** With the class that tells people what to do, where it is one of the store's own. */
function errorOf({ name, message, stack, store }: ThrownThere): Error {
  const SomeError = name === 'RunSessionError' ? RunSessionError : ComparisonThreadError;
  const error = store ? new RunStoreError(store.failure, store.runId, message) : new SomeError(message);
  return Object.assign(error, { stack });
}
