import type { ReplyRecord } from '../store/runRecord';

/** The requests of a step as its record has them: only where its calls and retries do not say as much already. */
export function sentCalls(
  sent: number,
  { calls, retries }: Pick<ReplyRecord, 'calls' | 'retries'>,
): Pick<ReplyRecord, 'sent'> {
  return sent === calls + retries ? {} : { sent };
}
