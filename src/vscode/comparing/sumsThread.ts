import { Worker } from 'node:worker_threads';
import type { ExchangePlan, OpenResamples, SumsHelper } from '../../core/compare/sumsHelper';
import type { UnitFeatures } from '../../core/statistics/unitSums';
import type { FromSums, ToSums } from './sumsMessages';

/** A message before it has its id; of each kind for itself, as leaving the id out of all at once would leave only what they share. */
type Unsent = ToSums extends infer Message ? (Message extends ToSums ? Omit<Message, 'id'> : never) : never;

interface Waiting {
  readonly resolve: (message: FromSums) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Adds up in a thread of its own, beside the one that compares. It starts with the first sums, and after it broke not again: whoever
 * asks then does its own.
 */
export class SumsThread implements SumsHelper {
  readonly #entry: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;
  #broken: Error | undefined;

  /** `entry`: the bundled `sumsWorker`. */
  constructor(entry: URL) {
    this.#entry = entry;
  }

  async resample(figures: readonly UnitFeatures[]): Promise<OpenResamples> {
    const { id: opened, answer } = this.#ask({ kind: 'open', figures });
    const found = await answer;
    if (found.kind !== 'opened') throw new Error('The thread did not open the figures.');
    return {
      stride: found.stride,
      draw: async (plan) => sumsOf(await this.#ask({ kind: 'draw', opened, plan }).answer),
    };
  }

  async exchange(figures: readonly UnitFeatures[], plan: ExchangePlan): Promise<readonly Float64Array[]> {
    return sumsOf(await this.#ask({ kind: 'exchange', figures, plan }).answer);
  }

  #ask(message: Unsent): { readonly id: number; readonly answer: Promise<FromSums> } {
    const id = ++this.#asked;
    const answer = new Promise<FromSums>((resolve, reject) => {
      if (this.#broken !== undefined) {
        reject(this.#broken);
        return;
      }
      const worker = (this.#worker ??= this.#start());
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...message, id });
    });
    return { id, answer };
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { env: {}, execArgv: [] });
    worker.on('message', (message: FromSums) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      // It keeps nobody from ending while there is nothing to wait for.
      if (this.#waiting.size === 0) worker.unref();
      waiting?.resolve(message);
    });
    worker.on('messageerror', (error) => this.#break(error));
    worker.on('error', (error) => this.#break(error));
    worker.on('exit', (code) => this.#break(new Error(`The thread ended with ${code}.`)));
    return worker;
  }

  #break(error: Error): void {
    this.#broken ??= error;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(this.#broken);
  }
}

function sumsOf(answer: FromSums): readonly Float64Array[] {
  if (answer.kind !== 'sums') throw new Error('The thread has no sums of these figures.');
  return answer.sums;
}
