import { ProviderError } from '../providers/provider';
import type { FailedRecord } from '../store/runRecord';
import { isoTime, type Clock } from './clock';
import type { StepSoFar } from './runStep';
import { recordedUsage } from './recordedUsage';
import { sentCalls } from './sentCalls';
import type { WorkItem } from './workItem';

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
