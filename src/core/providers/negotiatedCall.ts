import { startDeadline } from './callDeadline';
import { type CallContext, failureKind, toProviderError } from './failureMessage';
import type { ChatReply, ChatRequest } from './provider';
import type { ProviderFailure } from './providerError';
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

/** A used-up credit has the same status and code as a parameter that is not known. */
const aboutForm: ReadonlySet<ProviderFailure> = new Set(['badRequest', 'tooLarge', 'imagesRefused']);

/**
 * Makes one call, repeated only where the server refuses the form of the request and another form exists; that is not
 * a retry, since nothing was answered. One time limit holds for all of it. Throws `ProviderError` and nothing else.
 */
export async function negotiatedCall(call: NegotiatedCall, signal: AbortSignal): Promise<ChatReply> {
  const { request, context, memory } = call;
  const deadline = startDeadline(signal, context.timeoutMs);
  const tried = new Set<string>();
  try {
    const known = memory.recall(context.baseUrl, request) ?? call.initial;
    let shape = known;
    for (;;) {
      try {
        const reply = await call.send(shape, deadline.signal);
        // What worked at once may be older than what another call has found out meanwhile.
        if (shape !== known) memory.remember(context.baseUrl, request, shape);
        return reply;
      } catch (error) {
        const failure = readSdkFailure(error, call.errors, deadline.ended(), Date.now());
        tried.add(JSON.stringify(shape));
        const mayHelp = aboutForm.has(failureKind(failure, context));
        const next =
          failure.kind === 'status' && mayHelp ? fallbackShape(shape, failure, request, call.choices) : undefined;
        if (next === undefined || tried.has(JSON.stringify(next))) throw toProviderError(failure, context, error);
        shape = next;
      }
    }
  } finally {
    deadline.dispose();
  }
}
