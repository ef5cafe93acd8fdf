import type { BatchOutcome } from '../providers/batchApi';
import { ProviderError, type ProviderFailure } from '../providers/providerError';
import type { WaitingCall } from './waitingCall';

/** Why a batch that has ended has no answer for a call; `missing`: it does not mention it. */
export type UnansweredFate = Exclude<BatchOutcome, { kind: 'reply' }> | { readonly kind: 'missing' };

/** A call that its batch did not answer. */
export interface UnansweredCall {
  readonly call: WaitingCall;
  readonly fate: UnansweredFate;
}

const reasons = {
  expired: 'did not come to this call within its day',
  cancelled: 'ended a batch before it came to this call',
  missing: 'ended a batch without a word about this call',
} as const;
const failures = { expired: 'timeout', cancelled: 'server', missing: 'badResponse' } as const satisfies Record<
  keyof typeof reasons,
  ProviderFailure
>;

/** The error that a call ends with. Where another batch may answer it, it is one that is worth a retry. */
export function batchFailure(fate: UnansweredFate, provider: string, model: string): ProviderError {
  if (fate.kind !== 'failed') {
    return new ProviderError(`The provider ${reasons[fate.kind]} to "${model}".`, {
      failure: failures[fate.kind],
      provider,
    });
  }
  const { error } = fate;
  // A rate limit is waited out by the clock, and a batch takes longer than that: here its attempts must count.
  return error.failure === 'rateLimit' ? withFailure(error, 'overloaded') : error;
}

/** Whether a call may have been refused for its form alone, which is negotiated outside of batches. */
export function mayBeAboutForm(fate: UnansweredFate): boolean {
  if (fate.kind !== 'failed') return false;
  // A request may be too long only for the answer that it asks room for.
  if (fate.error.failure !== 'badRequest' && fate.error.failure !== 'tooLarge') return false;
  return fate.error.status === 400 || fate.error.status === 404 || fate.error.status === 422;
}

/** The call was given up by its run. */
export function stoppedCall(provider: string): ProviderError {
  return new ProviderError('The run stopped while the call was waiting for its batch.', {
    failure: 'aborted',
    provider,
  });
}

/** The provider takes calls one by one alone. */
export function noBatches(provider: string, title: string): ProviderError {
  return new ProviderError(`${title} has no batches. Evaluate without batches, or with other models.`, {
    failure: 'badRequest',
    provider,
  });
}

function withFailure(error: ProviderError, failure: ProviderFailure): ProviderError {
  const { message, provider, status } = error;
  return new ProviderError(message, { failure, provider, status, cause: error });
}
