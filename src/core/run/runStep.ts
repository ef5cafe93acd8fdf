import { type ChatReply, type ChatRequest, ProviderError, type TokenUsage } from '../providers/provider';
import { countedTokens } from '../providers/readReply';
import type { FailedRecord, ReplyRecord } from '../store/runRecord';
import { type Clock, isoTime } from './clock';
import type { WorkItem } from './workItem';

/** Which step of which item. */
export interface StepPlace {
  /** Key of the item. */
  readonly item: string;
  /** Unique among the item's steps with one model. */
  readonly step: string;
}

/** What a step has come to so far, items begun again included. */
export interface StepSoFar {
  /** When it was first begun, in milliseconds since the epoch. */
  readonly started: number;
  /** Requests that reached the provider, repeats after failures included. */
  sent: number;
  /** Waits before another attempt. */
  retries: number;
  /** What was decided in its course by what may change until it is played again, in that order. */
  readonly decided: (boolean | undefined)[];
}

/** An answer, and what it took. */
export interface CallOutcome {
  readonly reply: ChatReply;
  readonly cached: boolean;
  readonly retries: number;
  /** Puts the answer into the cache. For the caller to decide: an answer that cannot be read must be asked for anew. */
  readonly remember: () => void;
}

/** Makes one call inside a step. Throws what the provider threw once retries are used up. */
export type ModelCall = (request: ChatRequest) => Promise<CallOutcome>;

/** What is done in one step of a run. */
export type StepWork<Result> = (call: ModelCall, soFar: Readonly<StepSoFar>) => Promise<Result>;

/** What every record of a step with one answered call says of the call. */
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
    ...(reply.sent === undefined ? {} : { form: reply.sent }),
    calls,
    cached: cached ? 1 : 0,
    retries,
    ...sentCalls(sent, { calls, retries }),
    ms: clock.elapsed() - started,
  };
}

/** The record of a step that failed for good, without whose step it was. */
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
    message: error instanceof Error ? error.message : String(error),
    calls: 0,
    cached: 0,
    retries,
    ...sentCalls(sent, { calls: 0, retries }),
    ms: clock.elapsed() - started,
  };
}

/** A call's tokens as its record has them: at which price they are counted stands beside them. */
export function recordedUsage(usage: TokenUsage | undefined): Pick<ReplyRecord, 'usage' | 'batch'> {
  if (usage === undefined) return { usage };
  const { batch, ...tokens } = usage;
  return { usage: tokens, ...(batch === true ? { batch } : {}) };
}

/** The requests of a step as its record has them: only where its calls and retries do not say as much already. */
export function sentCalls(
  sent: number,
  { calls, retries }: Pick<ReplyRecord, 'calls' | 'retries'>,
): Pick<ReplyRecord, 'sent'> {
  return sent === calls + retries ? {} : { sent };
}

/** The tokens of two calls together; what one provider left out counts as none. */
export function addUsage(left: TokenUsage | undefined, right: TokenUsage | undefined): TokenUsage | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return {
    ...countedTokens({
      input: left.input + right.input,
      output: left.output + right.output,
      cachedInput: left.cachedInput + right.cachedInput,
      reasoning: (left.reasoning ?? 0) + (right.reasoning ?? 0),
      cacheWrite: (left.cacheWrite ?? 0) + (right.cacheWrite ?? 0),
    }),
    // Where one of them was asked outside of a batch, the dearer price is counted for all.
    ...(left.batch === true && right.batch === true ? { batch: true } : {}),
  };
}
