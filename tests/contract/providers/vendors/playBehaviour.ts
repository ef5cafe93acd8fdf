import { visibleReply } from '../../../../src/core/benchmark/visibleReply';
import { retry } from '../../../../src/core/run/retry';
import { RunHealth } from '../../../../src/core/run/runFailure';
import { createAnthropicProvider } from '../../../../src/core/providers/anthropicProvider';
import { createOpenAiProvider } from '../../../../src/core/providers/openAiProvider';
import { type ChatReply, ProviderError, type ProviderFailure } from '../../../../src/core/providers/provider';
import { ShapeMemory } from '../../../../src/core/providers/requestShape';
import { isRecord } from '../../../loopback/modelRequest';
import { startModelServer } from '../../../loopback/modelServer';
import { type VendorBehaviour, vendorFault } from '../../../loopback/vendorBehaviour';
import { answerSchema, chatRequest, testKey } from '../providerSubject';

/**
 * Fate of a call. `reply`; `truncated`: cut off, with or without text; `noText`: whole, but empty for the student;
 * `refusal`: of this prompt; `retry`: a reply after waits; `fallback`: a reply to another form of the request;
 * `stopRun`: the run ends and can be resumed; `failCall`: only this call is lost.
 */
export type PlayKind = 'reply' | 'truncated' | 'noText' | 'refusal' | 'retry' | 'fallback' | 'stopRun' | 'failCall';

export interface Play {
  readonly kind: PlayKind;
  readonly failure?: ProviderFailure;
  /** What the user is told: the error, or that of the first attempt where a later one was answered. */
  readonly says?: string;
  /** What the student sees. */
  readonly reply?: string;
  /** Requests that arrived. */
  readonly requests: number;
  /** Waits that the user is told of. */
  readonly waits: number;
  /** Longest of them in milliseconds, as the server asked for it. */
  readonly askedMs?: number | undefined;
  /** Tokens in the answers of the server, whatever became of them. */
  readonly paid: number;
  /** Tokens that are counted for the reply; `undefined` where the server told none. */
  readonly counted?: number | undefined;
  /** What went out at last, besides messages and model. */
  readonly sent?: ChatReply['sent'] | undefined;
}

/** A row of the table: what a vendor answers and what becomes of it. */
export interface PlayedBehaviour extends VendorBehaviour {
  readonly then: Pick<Play, 'kind' | 'requests' | 'failure' | 'reply' | 'askedMs' | 'sent'> & {
    /** A part of what the user is told, and what of the vendor's own words is in it. */
    readonly says?: string;
    readonly quotes?: string;
    readonly waits?: number;
    /** Counted for the reply. */
    readonly tokens?: number;
    /** In answers that are no reply. */
    readonly lostTokens?: number;
  };
}

/** As the engine has it: a rate limit is waited out, everything else has six attempts. */
const patienceMs = 15 * 60_000;

/** Makes one call with the engine's retries, on a clock that only its waits move. */
export async function playBehaviour(behaviour: VendorBehaviour): Promise<Play> {
  const misbehave = vendorFault(behaviour);
  let paid = 0;
  const server = await startModelServer({
    fault: (request) => {
      const fault = misbehave(request);
      if (fault === undefined) paid += 15;
      else if (fault.kind === 'status') paid += tokensIn(fault.body);
      return fault;
    },
    reply: () => ({ text: 'What have you tried?', usage: { input: 10, output: 5 } }),
  });
  const { schema, tokenLimit, ...parameters } = behaviour.call ?? {};
  const request = chatRequest({ ...parameters, ...(schema === undefined ? {} : { schema: answerSchema }) });
  const shapes = new ShapeMemory();
  const options = { apiKey: testKey, baseUrl: server.url, timeoutMs: 10_000 };
  const create = behaviour.api === 'chat' ? createOpenAiProvider : createAnthropicProvider;
  if (tokenLimit !== undefined) {
    const shape = { structured: 'schema', tokenLimit, temperature: true, effort: true } as const;
    shapes.remember(`${server.url}/v1`, request, shape);
  }
  const provider = create(options, shapes);
  const { signal } = new AbortController();
  let clock = 0;
  const waited: ProviderError[] = [];
  try {
    const outcome = await retry(() => provider.complete(request, signal), {
      signal,
      random: () => 1,
      now: () => clock,
      delay: (ms) => Promise.resolve(void (clock += ms)),
      patience: ({ failure }) => (failure === 'rateLimit' ? patienceMs : 0),
      onRetry: ({ error }) => waited.push(error),
    }).catch((error: unknown) => error);
    const facts = { requests: server.calls, waits: waited.length, paid, askedMs: longest(waited) };
    if (ProviderError.is(outcome)) return { ...failed(outcome), ...facts };
    if (outcome instanceof Error) throw outcome;
    const { usage, sent, ...reply } = outcome as ChatReply;
    const counted = usage === undefined ? undefined : usage.input + usage.output;
    return { ...read(reply, waited, server.calls), ...facts, counted, sent };
  } finally {
    await server.close();
  }
}

function failed(error: ProviderError): Pick<Play, 'kind' | 'failure' | 'says'> {
  const told = { failure: error.failure, says: error.message };
  if (error.failure === 'refused') return { kind: 'refusal', ...told };
  const stop = new RunHealth().judge(error, 'm', { answers: 1, full: true });
  return { kind: stop === undefined ? 'failCall' : 'stopRun', ...told };
}

function read(
  reply: ChatReply,
  waited: readonly ProviderError[],
  requests: number,
): Pick<Play, 'kind' | 'reply' | 'says'> {
  const visible = visibleReply(reply.text);
  const told = { reply: visible, ...(waited[0] === undefined ? {} : { says: waited[0].message }) };
  if (reply.finish === 'refusal') return { kind: 'refusal', ...told };
  if (reply.finish === 'length') return { kind: 'truncated', ...told };
  if (visible === '') return { kind: 'noText', ...told };
  if (waited.length > 0) return { kind: 'retry', ...told };
  return { kind: requests > 1 ? 'fallback' : 'reply', ...told };
}

function longest(waited: readonly ProviderError[]): number | undefined {
  const asked = waited.flatMap(({ retryAfterMs = [] }) => retryAfterMs);
  return asked.length === 0 ? undefined : Math.max(...asked);
}

/** As the vendor counts them: the total where there is one, else the parts. */
function tokensIn(received: unknown): number {
  const body: unknown =
    typeof received === 'string' && received.trim().startsWith('{') ? JSON.parse(received) : received;
  const usage = isRecord(body) && isRecord(body.usage) ? body.usage : {};
  if (typeof usage.total_tokens === 'number') return usage.total_tokens;
  const parts = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  return parts.reduce((sum, name) => sum + Number(usage[name] ?? 0), 0);
}
