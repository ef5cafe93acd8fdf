import type { BatchQueue } from './batchQueue';
import type { WaitingCall } from './waitingCall';

/** Times that a call may find the provider's queue full: a day and more at the longest wait. */
const mostTurnedAway = 300;

/** Whoever has the calls. */
export interface TurnedAwayCalls {
  /** Whether nobody has given the call up in the meantime. */
  waits(call: WaitingCall): boolean;
  refuse(call: WaitingCall): void;
}

/** Puts calls that found the provider full into their queue again once `wait` is over; not at all where it rejects. */
export async function comeAgain(
  calls: readonly WaitingCall[],
  queue: BatchQueue,
  wait: () => Promise<void>,
  owner: TurnedAwayCalls,
): Promise<void> {
  const isTime = await wait().then(
    () => true,
    () => false,
  );
  if (!isTime) return;
  for (const call of calls) {
    call.turnedAway += 1;
    if (call.turnedAway > mostTurnedAway) owner.refuse(call);
    else if (owner.waits(call)) queue.add(call);
  }
}
