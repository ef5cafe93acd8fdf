import { createRandom } from '../statistics/random';
import { type ChatProvider, type ChatReply, type ChatRequest, ProviderError } from './provider';
import type { ProviderEntry } from './providerEntry';

const id = 'offline';

/** Milliseconds of simulation before others get a turn; a tutor and a judge offline together stay well under 50. */
const sliceMs = 8;

/** Runs each request's simulation instead of a model. An error of the simulation itself is passed on as it is. */
class OfflineProvider implements ChatProvider {
  readonly id = id;
  readonly simulated = true;
  #sliceStart = Number.NEGATIVE_INFINITY;
  #turn: Promise<void> | undefined;

  async complete({ model, simulation }: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    // Whoever asks again only with an answer at hand goes round in microtasks, and lets no timer and no event of a window in.
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
  suggestions: { asOf: '2026-11-21', models: [] },
  create: () => new OfflineProvider(),
};
