import { expect } from 'vitest';
import { type ChatProvider, type ChatRequest, ProviderError } from '../../../src/core/providers/provider';
import type { ProviderOptions } from '../../../src/core/providers/providerEntry';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import type { Fault } from '../../loopback/faults';
import { type ModelServer, type ModelServerOptions, startModelServer } from '../../loopback/modelServer';

/** What the suite needs to know about the provider it tests. */
export interface ProviderSubject {
  readonly id: 'openai' | 'anthropic';
  create(options: ProviderOptions, shapes?: ShapeMemory): ChatProvider;
  /** What a base URL may look like besides the plain address, which is always tried. */
  readonly baseUrlForms: readonly string[];
  readonly keyVariable: string;
}

export const testKey = 'sk-test-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c';

export function chatRequest(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'test-model',
    system: 'You are a tutor.',
    messages: [{ role: 'user', content: 'What is 3/4 of 12?' }],
    maxOutputTokens: 256,
    repeat: 0,
    simulation: { seed: 'unused', run: () => 'never sent' },
    ...changes,
  };
}

export const answerSchema = {
  name: 'verdict',
  json: {
    type: 'object',
    properties: { label: { type: 'string', enum: ['yes', 'no'] }, note: { type: 'string' } },
    required: ['label'],
  },
} as const;

/** Starts servers and closes them after each test. */
export function serverPool(): (options?: ModelServerOptions) => Promise<ModelServer> {
  const servers = closedAfterEach();
  return async (options) => {
    const server = await startModelServer(options);
    servers.push(server);
    return server;
  };
}

/** The error that a call ends with; fails the test when it ends with a reply, or with an error of another kind. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ProviderError);
  return outcome as ProviderError;
}

/** Servers, providers and outcomes for one group of tests of one provider. */
export interface ProviderBench {
  readonly start: (options?: ModelServerOptions) => Promise<ModelServer>;
  /** A signal that is never aborted. */
  readonly open: AbortSignal;
  readonly create: (server: ModelServer, options?: Partial<ProviderOptions>) => ChatProvider;
  /** The error that one call to a server with this fault ends with, after exactly one attempt. */
  readonly failWith: (fault: Fault, options?: Partial<ProviderOptions>) => Promise<ProviderError>;
}

/** To be called inside `describe`, since it closes its servers after each test. */
export function providerBench(subject: ProviderSubject): ProviderBench {
  const start = serverPool();
  const open = new AbortController().signal;
  // A memory of its own for each provider: what one test's server refuses is no concern of the next.
  const create: ProviderBench['create'] = (server, options = {}) =>
    subject.create({ apiKey: testKey, baseUrl: server.url, ...options }, new ShapeMemory());
  const failWith: ProviderBench['failWith'] = async (fault, options) => {
    const server = await start({ fault: () => fault });
    const error = await failureOf(create(server, options).complete(chatRequest(), open));
    expect(server.calls).toBe(1);
    return error;
  };
  return { start, open, create, failWith };
}
