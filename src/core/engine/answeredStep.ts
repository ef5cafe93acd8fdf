import type { ReplyRecord } from '../store/runRecord';
import { isoTime, type Clock } from './clock';
import type { CallOutcome, StepSoFar } from './runStep';
import { recordedUsage } from './recordedUsage';
import { sentCalls } from './sentCalls';
import type { WorkItem } from './workItem';

/** What every record of a step with one answered call says of the call. */
export function answeredStep(
  item: WorkItem,
  { reply, cached, retries }: CallOutcome,
  clock: Clock,
  { started, sent }: Readonly<StepSoFar>,
): Pick<
  ReplyRecord,
  'item' | 'at' | 'raw' | 'usage' | 'batch' | 'model' | 'form' | 'calls' | 'cached' | 'retries' | 'sent' | 'ms'
> {
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
