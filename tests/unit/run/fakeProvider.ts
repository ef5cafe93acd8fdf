import { setImmediate as nextTick } from 'node:timers/promises';
import {
  type ChatProvider,
  type ChatReply,
  type ChatRequest,
  ProviderError,
  type ProviderFailure,
} from '../../../src/core/providers/provider';

/** `index` counts the calls of this provider from 1. */
export type Answer = (
  request: ChatRequest,
  index: number,
  signal: AbortSignal,
) => string | ChatReply | Promise<string | ChatReply>;

/** A provider in memory. It is not simulated in the product's sense, so caches and budgets treat it as a real one. */
export class FakeProvider implements ChatProvider {
  readonly id: string = 'fake';
  readonly simulated = false;
  readonly requests: ChatRequest[] = [];
  inFlight = 0;
  peak = 0;
  readonly #answer: Answer;

  constructor(answer: Answer = defaultAnswer) {
    this.#answer = answer;
  }

  async complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply> {
    this.requests.push(request);
    const index = this.requests.length;
    this.inFlight += 1;
    this.peak = Math.max(this.peak, this.inFlight);
    try {
      await nextTick();
      if (signal.aborted) throw providerError('aborted');
      const answer = await this.#answer(request, index, signal);
      return typeof answer === 'string' ? { text: answer, finish: 'stop' } : answer;
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** Tutor calls have no schema. The reply depends on the conversation alone, the verdict on the material alone. */
export function defaultAnswer(request: ChatRequest): string {
  const last = request.messages.at(-1)?.content ?? '';
  if (request.schema === undefined) return `Reply #${request.repeat} to “${last}” after ${request.messages.length}.`;
  return verdictText(last.length % 2 === 0);
}

export function verdictText(verdict: boolean): string {
  return JSON.stringify({ reasoning: 'because', verdict });
}

export function isJudgeCall(request: ChatRequest): boolean {
  return request.schema !== undefined;
}

export function providerError(
  failure: ProviderFailure,
  message = `The fake provider says ${failure}.`,
  retryAfterMs?: number,
): ProviderError {
  return new ProviderError(message, { failure, provider: 'fake', retryAfterMs });
}

/** Never answers; fails as an SDK does when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(providerError('aborted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
