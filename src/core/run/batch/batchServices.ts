import type { BatchApi, ChatProvider } from '../../providers/provider';
import type { BatchLog } from '../../store/batchLog';
import type { Clock } from '../clock';

/** Waits of the batch engine, in milliseconds of its clock. */
export const usualBatchTimes = {
  firstPollMs: 15_000,
  longestPollMs: 300_000,
  cancelPollMs: 2_000,
  cancelPatienceMs: 60_000,
  graceMs: 30_000,
};
export type BatchTimes = Readonly<typeof usualBatchTimes>;

export interface BatchServices {
  readonly log: BatchLog;
  readonly clock: Clock;
  readonly random: () => number;
  readonly times?: BatchTimes | undefined;
  /** Called instead of handing over once calls wait for earlier batches. It should abort the run. */
  readonly onGathered?: (() => void) | undefined;
}

export interface BatchServer {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string | undefined;
  readonly provider: ChatProvider;
  readonly api: BatchApi;
}
