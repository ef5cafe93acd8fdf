import { createRandom } from '../statistics/random';
import { type ChatProvider, type ChatReply, type ChatRequest, ProviderError } from './provider';
import type { ProviderEntry } from './providerEntry';

const id = 'offline';

/** Milliseconds of simulation before others get a turn. Tutor and judge together stay well under 50. */
const sliceMs = 8;

/** Runs each request's simulation instead of a model. Passes the simulation's errors on unchanged. */
class OfflineProvider implements ChatProvider {
  readonly id = id;
  readonly simulated = true;
  #sliceStart = Number.NEGATIVE_INFINITY;
  #turn: Promise<void> | undefined;

  async complete({ model, simulation }: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    // Callers with ready answers loop in microtasks, which would block timers and window events.
    while (performance.now() - this.#sliceStart > sliceMs) await (this.#turn ??= this.#nextTurn());
    if (signal.aborted)
      throw new ProviderError('The simulated call was stopped.', { failure: 'aborted', provider: id });
    return { text: simulation.run(createRandom(simulation.seed)), finish: 'stop', model };
  }

  async #nextTurn(): Promise<void> {
    await new Promise(setImmediate);
    this.#sliceStart = performance.now();
    this.#turn = undefined;
  }
}

export const offlineEntry: ProviderEntry = {
  id,
  title: 'Offline (simulated)',
  needsKey: false,
  suggestions: [],
  create: () => new OfflineProvider(),
};
