import { Worker } from 'node:worker_threads';
import type { SumsHelper, SumsPart } from '../../core/compare/sumsHelper';
import type { FromSums, ToSums } from './sumsMessages';

interface Waiting {
  readonly resolve: (sums: readonly Float64Array[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Draws sums in a thread of its own, beside the one that compares. It starts with the first sums, and after it broke not again: whoever
 * asks then does its own.
 */
export class SumsThread implements SumsHelper {
  readonly #entry: URL;
  readonly #onBroken: (error: Error) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;
  #broken: Error | undefined;

  /** `entry`: the bundled `sumsWorker`. `onBroken` hears once that there is no such thread any more. */
  constructor(entry: URL, onBroken: (error: Error) => void = () => undefined) {
    this.#entry = entry;
    this.#onBroken = onBroken;
  }

  draw(part: SumsPart): Promise<readonly Float64Array[]> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) {
        reject(this.#broken);
        return;
      }
      const worker = (this.#worker ??= this.#start());
      const id = ++this.#asked;
      worker.postMessage({ id, part } satisfies ToSums);
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
    });
  }

  /** It is not asked again by anybody, and ends. */
  dismiss(reason: Error): void {
    this.#break(reason);
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { env: {}, execArgv: [] });
    worker.on('message', ({ id, sums }: FromSums) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      // It keeps nobody from ending while there is nothing to wait for.
      if (this.#waiting.size === 0) worker.unref();
      waiting?.resolve(sums);
    });
    worker.on('messageerror', (error) => this.#break(error));
    worker.on('error', (error) => this.#break(error));
    worker.on('exit', (code) => this.#break(new Error(`The thread ended with ${code}.`)));
    return worker;
  }

  #break(error: Error): void {
    if (this.#broken !== undefined) return;
    this.#broken = error;
    void this.#worker?.terminate();
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
    this.#onBroken(error);
  }
}
