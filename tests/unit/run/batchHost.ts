import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BatchCall,
  type BatchApi,
  type BatchOutcome,
  type BatchReference,
  type BatchResult,
  type ChatProvider,
  type ChatReply,
  type ChatRequest,
  ProviderError,
} from '../../../src/core/providers/provider';
import { defaultAnswer, providerError } from './fakeProvider';

/** A batch as the provider keeps it, whatever becomes of the process that handed it over. */
export interface HostedBatch {
  readonly id: string;
  readonly calls: readonly BatchCall[];
  polls: number;
  phase: 'open' | 'ended' | 'cancelled' | 'gone';
  readonly outcomes: Map<string, BatchOutcome>;
}

export interface BatchHostOptions {
  readonly limits?: BatchApi['limits'];
  /** Looks after which a batch has ended; 2 unless set. */
  readonly polls?: number;
  /** What becomes of a call of the `batch`th batch, from 1; answered unless it says otherwise. */
  readonly outcome?: (call: BatchCall, batch: number) => BatchOutcome | 'omit' | undefined;
  /** Thrown by the `count`th request of this kind, from 1. */
  readonly fault?: (kind: 'submit' | 'poll' | 'results' | 'cancel', count: number) => ProviderError | undefined;
  /** The whole batch is refused. */
  readonly refusal?: (batch: number, calls: number) => ProviderError | undefined;
  readonly doneBeforeCancel?: number;
  /** Turns of the event loop between the last answer of a batch and the end of what is read; none unless set. */
  readonly turnsToClose?: number;
  readonly usage?: ChatReply['usage'];
  /** Of a call outside of batches. */
  readonly alone?: (request: ChatRequest, count: number) => string | ProviderError;
}

/** A provider with batches in memory, which outlives the processes that use it. */
export class BatchHost {
  readonly batches: HostedBatch[] = [];
  readonly counts = { submit: 0, poll: 0, results: 0, cancel: 0 };
  /** Every answer that was paid for, by what was asked; answers of batches that ended. */
  readonly paid: string[] = [];
  readonly alone: ChatRequest[] = [];
  /** Those of them that were answered, by what was asked. */
  readonly paidAlone: string[] = [];
  options: BatchHostOptions;

  constructor(options: BatchHostOptions = {}) {
    this.options = options;
  }

  /** As one process sees it; every request goes through `reach`. */
  provider(reach: <Result>(work: () => Promise<Result>) => Promise<Result> = (work) => work()): ChatProvider {
    const limits = this.options.limits ?? { maxCalls: 1_000, maxBytes: 10_000_000 };
    const results = (id: string): Promise<readonly BatchResult[]> => this.#results(id);
    const batches: BatchApi = {
      limits,
      submit: (calls) => reach(() => this.#submit(calls)),
      poll: ({ batchId }) => reach(() => this.#poll(batchId)),
      cancel: ({ batchId }) => reach(() => this.#cancel(batchId)),
      results: async function* (this: BatchHost, { batchId }: BatchReference, signal: AbortSignal) {
        for (const result of await reach(() => results(batchId))) {
          await nextTurn();
          yield result;
        }
        for (let turn = 0; turn < (this.options.turnsToClose ?? 0); turn += 1) {
          await nextTurn();
          if (signal.aborted) throw providerError('aborted');
        }
      }.bind(this),
    };
    return {
      id: 'fake',
      simulated: false,
      batches,
      complete: async (request) => {
        await nextTurn();
        this.alone.push(request);
        const said = this.options.alone?.(request, this.alone.length) ?? defaultAnswer(request);
        if (ProviderError.is(said)) throw said;
        this.paidAlone.push(askedOf(request));
        return this.#reply(said);
      },
    };
  }

  async #submit(calls: readonly BatchCall[]): Promise<string> {
    await this.#request('submit');
    const number = this.batches.length + 1;
    const ids = new Set(calls.map(({ id }) => id));
    if (ids.size !== calls.length || calls.some(({ id }) => !/^[\w-]{1,64}$/.test(id))) throw new Error('Bad ids.');
    if (new Set(calls.map(({ request }) => request.model)).size !== 1) throw new Error('Two models in a batch.');
    const batch: HostedBatch = { id: `batch_${number}`, calls, polls: 0, phase: 'open', outcomes: new Map() };
    this.batches.push(batch);
    return batch.id;
  }

  async #poll(id: string): ReturnType<BatchApi['poll']> {
    await this.#request('poll');
    const batch = this.#batch(id);
    if (batch.phase === 'gone') return { phase: 'gone' };
    const refusal = this.options.refusal?.(this.batches.indexOf(batch) + 1, batch.calls.length);
    if (refusal !== undefined) return { phase: 'refused', error: refusal };
    batch.polls += 1;
    if (batch.phase === 'open' && batch.polls >= (this.options.polls ?? 2)) this.end(batch);
    return { phase: batch.phase === 'open' ? 'open' : 'ended', done: batch.outcomes.size };
  }

  async #results(id: string): Promise<readonly BatchResult[]> {
    await this.#request('results');
    return [...this.#batch(id).outcomes].map(([callId, outcome]) => ({ id: callId, outcome }));
  }

  async #cancel(id: string): Promise<void> {
    await this.#request('cancel');
    const batch = this.#batch(id);
    if (batch.phase !== 'open') throw providerError('badRequest', 'It has ended.');
    this.end(batch, this.options.doneBeforeCancel ?? 0);
    batch.phase = 'cancelled';
  }

  /** Ends a batch; calls from the `done`th on are cancelled. */
  end(batch: HostedBatch, done = Number.POSITIVE_INFINITY): void {
    if (batch.phase !== 'open') return;
    batch.phase = 'ended';
    const number = this.batches.indexOf(batch) + 1;
    for (const [index, call] of batch.calls.entries()) {
      const outcome =
        index >= done ? ({ kind: 'cancelled' } as const) : (this.options.outcome?.(call, number) ?? this.#answer(call));
      if (outcome === 'omit') continue;
      batch.outcomes.set(call.id, outcome);
      if (outcome.kind === 'reply') this.paid.push(askedOf(call.request));
    }
  }

  #answer({ request }: BatchCall): BatchOutcome {
    return { kind: 'reply', reply: this.#reply(defaultAnswer(request)) };
  }

  #reply(text: string): ChatReply {
    return { text, finish: 'stop', usage: this.options.usage };
  }

  #batch(id: string): HostedBatch {
    const batch = this.batches.find((one) => one.id === id);
    if (batch === undefined) throw providerError('badRequest', 'There is no such batch.');
    return batch;
  }

  async #request(kind: keyof BatchHost['counts']): Promise<void> {
    await nextTurn();
    this.counts[kind] += 1;
    const fault = this.options.fault?.(kind, this.counts[kind]);
    if (fault !== undefined) throw fault;
  }
}

/** What a request asks, in one line. */
function askedOf({ model, system, messages, repeat }: ChatRequest): string {
  return `${model} #${repeat}: ${system} / ${messages.map(({ content }) => content).join(' / ')}`;
}
