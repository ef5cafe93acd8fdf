import type { ChatProvider, ChatReply } from '../providers/provider';
import type { WaitingCall } from './waitingCall';

/** Calls alone that may be refused before the rest is taken to be refused for another reason than its form. */
const mostScouts = 3;

/** Whoever waits for calls that were refused in a batch. */
export interface ScoutedCalls {
  /** At the price of a single call. */
  answered(call: WaitingCall, reply: ChatReply): void;
  refused(call: WaitingCall, error: unknown): void;
}

/**
 * Asks calls that a batch refused by themselves, one after the other, until one is answered: the form that the server takes
 * is found out by that and remembered by the provider. Returns the calls that were not asked, with whether one was answered.
 */
export async function scoutForm(
  provider: ChatProvider,
  calls: readonly WaitingCall[],
  owner: ScoutedCalls,
): Promise<{ readonly left: readonly WaitingCall[]; readonly found: boolean }> {
  for (const [index, call] of calls.slice(0, mostScouts).entries()) {
    try {
      owner.answered(call, await provider.complete(call.request, call.signal));
      return { left: calls.slice(index + 1), found: true };
    } catch (error) {
      owner.refused(call, error);
    }
  }
  return { left: calls.slice(mostScouts), found: false };
}
