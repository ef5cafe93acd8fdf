import { startDeadline } from './callDeadline';
import { type CallContext, toProviderError } from './failureMessage';
import type { ChatReply, ChatRequest } from './provider';
import { fallbackShape, type RequestShape, type ShapeChoices } from './requestShape';
import { readSdkFailure, type SdkErrorClasses } from './sdkFailure';
import type { ShapeMemory } from './shapeMemory';

/** One call as a provider prepares it. */
export interface NegotiatedCall {
  readonly request: ChatRequest;
  readonly context: CallContext;
  readonly errors: SdkErrorClasses;
  readonly choices: ShapeChoices;
  /** Where to start when nothing is remembered. */
  readonly initial: RequestShape;
  readonly memory: ShapeMemory;
  /** Sends the request once. Throws the SDK's errors or `UnreadableReplyError`. */
  send(shape: RequestShape, signal: AbortSignal): Promise<ChatReply>;
}

/**
 * Makes one call, repeated only where the server refuses the form of the request and another form exists; that is not
 * a retry, since nothing was answered. One time limit holds for all of it. Throws `ProviderError` and nothing else.
 */
export async function negotiatedCall(call: NegotiatedCall, signal: AbortSignal): Promise<ChatReply> {
  const { request, context, memory } = call;
  const deadline = startDeadline(signal, context.timeoutMs);
  const tried = new Set<string>();
  try {
    let shape = memory.recall(context.baseUrl, request.model) ?? call.initial;
    for (;;) {
      try {
        const reply = await call.send(shape, deadline.signal);
        memory.remember(context.baseUrl, request.model, shape);
        return reply;
      } catch (error) {
        const failure = readSdkFailure(error, call.errors, deadline.ended(), Date.now());
        tried.add(JSON.stringify(shape));
        const next = failure.kind === 'status' ? fallbackShape(shape, failure, request, call.choices) : undefined;
        if (next === undefined || tried.has(JSON.stringify(next))) throw toProviderError(failure, context, error);
        shape = next;
      }
    }
  } finally {
    deadline.dispose();
  }
}
