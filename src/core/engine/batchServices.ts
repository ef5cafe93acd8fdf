import type { BatchLog } from '../store/batchLog';
import type { BatchTimes } from './batchTimes';
import type { Clock } from './clock';

/** What batches need besides the provider. */
export interface BatchServices {
  /** Of the run that the calls belong to. */
  readonly log: BatchLog;
  readonly clock: Clock;
  /** Uniform in [0, 1), for the jitter of back-off. */
  readonly random: () => number;
  readonly times?: BatchTimes | undefined;
}
