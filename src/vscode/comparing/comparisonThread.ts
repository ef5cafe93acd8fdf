import { Worker } from 'node:worker_threads';
import { RunSessionError } from '../../core/run/runSession';
import { RunStoreError } from '../../core/store/runStoreError';
import type {
  ComparisonResults,
  Comparisons,
  FromThread,
  JobKind,
  JobOf,
  ThrownThere,
  ToThread,
} from './comparisonJob';

/** Time without a job after which the thread is let go with all that it holds, in milliseconds: it starts again within a tenth of a second. */
const idleMs = 600_000;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly ended: () => void;
}

/** The job failed in the thread, for a reason that is no error of the store. */
class ComparisonThreadError extends Error {
  override readonly name = 'ComparisonThreadError';
}

/**
 * Compares runs in a thread of its own: two runs of some thousand verdicts take a second, and the editor's extension host has other
 * work. The thread starts with the first job, and again after it broke.
 */
export class ComparisonThread implements Comparisons {
  readonly #entry: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #jobs = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `entry`: path of the bundled `comparisonWorker`. */
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
        post(worker, { id });
        this.#end(id)?.reject(signal.reason as Error);
      };
      this.#waiting.set(id, { resolve, reject, ended: () => signal.removeEventListener('abort', abort) });
      signal.addEventListener('abort', abort, { once: true });
      clearTimeout(this.#idle);
      post(worker, { id, job });
    });
  }

  /** Ends the thread; who still waits is told. */
  dispose(): void {
    clearTimeout(this.#idle);
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
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, ended } of all) {
      ended();
      reject(reason);
    }
    void worker?.terminate();
  }
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message);
}

/** With the class that tells people what to do, where it is one of the store's own. */
function errorOf({ name, message, stack, store }: ThrownThere): Error {
  const error =
    store !== undefined
      ? new RunStoreError(store.failure, store.runId, message)
      : name === 'RunSessionError'
        ? new RunSessionError(message)
        : new ComparisonThreadError(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
