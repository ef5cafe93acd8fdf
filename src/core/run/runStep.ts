import { type ChatReply, type ChatRequest, ProviderError, type TokenUsage } from '../providers/provider';
import { countedTokens } from '../providers/readReply';
import type { FailedRecord, ReplyRecord } from '../store/runRecord';
import { messageOf } from '../text/errors';
import { type Clock, isoTime } from './clock';
import type { WorkItem } from './workItem';

export interface StepSoFar {
  readonly started: number;
  sent: number;
  retries: number;
  /** Decisions of the step in order. What they depend on may change before the step is played again. */
  readonly decided: (boolean | undefined)[];
}

export interface CallOutcome {
  readonly reply: ChatReply;
  readonly cached: boolean;
  readonly retries: number;
  /** Puts the answer into the cache. The caller decides, because an unreadable answer must be asked for again. */
  readonly remember: () => void;
}

export type ModelCall = (request: ChatRequest) => Promise<CallOutcome>;

export type StepWork = (call: ModelCall, soFar: Readonly<StepSoFar>) => Promise<void>;

/** The numbers of a step that asks no model. */
export const uncalled = { calls: 0, cached: 0, retries: 0, ms: 0 };

export function answeredStep(
  item: WorkItem,
  { reply, cached, retries }: CallOutcome,
  clock: Clock,
  { started, sent }: Readonly<StepSoFar>,
): Omit<ReplyRecord, 'kind' | 'turn' | 'finish'> {
  const calls = cached ? 0 : 1;
  return {
    item: item.key,
    at: isoTime(clock),
    raw: reply.text,
    ...recordedUsage(cached ? undefined : reply.usage),
    model: reply.model,
    form: reply.sent,
    calls,
    cached: cached ? 1 : 0,
    retries,
    sent: sentCalls(sent, calls + retries),
    ms: clock.elapsed() - started,
  };
}

export function failedStep(
  item: WorkItem,
  error: unknown,
  clock: Clock,
  { started, sent, retries }: Readonly<StepSoFar>,
): Omit<FailedRecord, 'role'> {
  return {
    kind: 'failed',
    item: item.key,
    at: isoTime(clock),
    ...recordedUsage(ProviderError.is(error) ? error.usage : undefined),
    failure: ProviderError.is(error) ? error.failure : 'unknown',
    message: messageOf(error),
    calls: 0,
    cached: 0,
    retries,
    sent: sentCalls(sent, retries),
    ms: clock.elapsed() - started,
  };
}

export function recordedUsage(usage: TokenUsage | undefined): Pick<ReplyRecord, 'usage' | 'batch'> {
  const { batch, ...tokens } = usage ?? {};
  return { usage: usage && (tokens as Omit<TokenUsage, 'batch'>), batch };
}

/** `undefined` where calls and retries, the number `told`, already add up to it. */
export function sentCalls(sent: number, told: number): number | undefined {
  return sent === told ? undefined : sent;
}

export function addUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): TokenUsage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const tokens = countedTokens({
    input: left.input + right.input,
    output: left.output + right.output,
    cachedInput: left.cachedInput + right.cachedInput,
    reasoning: (left.reasoning ?? 0) + (right.reasoning ?? 0),
    cacheWrite: (left.cacheWrite ?? 0) + (right.cacheWrite ?? 0),
  });
  // If any call was made outside of a batch, the higher price counts for all.
  return { ...tokens, batch: left.batch && right.batch };
}
