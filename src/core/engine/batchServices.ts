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
  /**
   * Where given, nothing more is handed over: called once no further call has come for a moment, by when those of earlier batches
   * wait for them. For a run that only goes on to have its batches cancelled: what they had finished finds its calls.
   */
  readonly onGathered?: (() => void) | undefined;
}
