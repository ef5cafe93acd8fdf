import type { BatchApi, ChatProvider } from '../../providers/provider';
import type { BatchLog } from '../../store/batchLog';
import type { Clock } from '../clock';

/** How patient batches are; milliseconds of the engine's clock. */
export interface BatchTimes {
  /** From handing over to the first poll. */
  readonly firstPollMs: number;
  /** Each further poll comes half as much later again, up to this. */
  readonly longestPollMs: number;
  readonly cancelPollMs: number;
  /** How long a cancelled batch is waited for; what it had finished by then is kept. */
  readonly cancelPatienceMs: number;
  /** How long a batch that is being handed over when the run stops may take to get its id. */
  readonly graceMs: number;
}

export const usualBatchTimes: BatchTimes = {
  firstPollMs: 30_000,
  longestPollMs: 300_000,
  cancelPollMs: 2_000,
  cancelPatienceMs: 60_000,
  graceMs: 30_000,
};

export interface BatchServices {
  readonly log: BatchLog;
  readonly clock: Clock;
  readonly random: () => number;
  readonly times?: BatchTimes | undefined;
  /**
   * Where given, nothing is handed over: called once the calls that earlier batches hold wait for them, and expected to
   * abort the run. For a run that only goes on to have its batches cancelled: what they had finished finds its calls.
   */
  readonly onGathered?: (() => void) | undefined;
}

/** A provider, at one address, whose calls go into batches. */
export interface BatchServer {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string | undefined;
  readonly provider: ChatProvider;
  readonly api: BatchApi;
}
