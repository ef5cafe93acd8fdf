import { createRandom } from '../statistics/random';
import { type ChatProvider, type ChatReply, type ChatRequest, ProviderError } from './provider';
import type { ProviderEntry } from './providerEntry';

const id = 'offline';

/** Milliseconds of simulation before others get a turn; a tutor and a judge offline together stay well under 50. */
const sliceMs = 8;

interface Job {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  readonly resolve: (reply: ChatReply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs each request's simulation instead of a model: same seed, same reply. Reports no tokens, since none were used.
 * An error of the simulation itself is passed on as it is.
 */
class OfflineProvider implements ChatProvider {
  readonly id = id;
  readonly simulated = true;
  readonly #waiting: Job[] = [];
  #pumping = false;
  #sliceStart = Number.NEGATIVE_INFINITY;

  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, signal, resolve, reject });
      if (!this.#pumping) void this.#pump();
    });
  }

  /**
   * Runs what is waiting, one after the other. The slice outlives the queue: a caller that asks again only when it has
   * its answer would otherwise go round in microtasks for ever and never let a timer or a window event in.
   */
  async #pump(): Promise<void> {
    this.#pumping = true;
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      if (performance.now() - this.#sliceStart > sliceMs) {
        await new Promise(setImmediate);
        this.#sliceStart = performance.now();
      }
      runJob(job);
    }
    this.#pumping = false;
  }
}

function runJob({ request, signal, resolve, reject }: Job): void {
  if (signal.aborted) {
    reject(new ProviderError('The simulated call was stopped.', { failure: 'aborted', provider: id }));
    return;
  }
  try {
    const text = request.simulation.run(createRandom(request.simulation.seed));
    resolve({ text, finish: 'stop', model: request.model });
  } catch (error) {
    reject(error);
  }
}

export const offlineEntry: ProviderEntry = {
  id,
  title: 'Offline (simulated)',
  needsKey: false,
  suggestions: { asOf: '2026-11-21', models: [] },
  create: () => new OfflineProvider(),
};
