import type { StatusRecord } from '../store/runRecord';

/** How a run ended. */
export type RunEnding = Exclude<StatusRecord['status'], 'running'>;

/** The batches of one provider in a run, as far as the run's end is concerned. */
export interface RunBatches {
  /** Resolves when every call that an earlier process left in a batch waits for it: at once where there is none. Throws `RunStoreError`. */
  gathered(signal: AbortSignal): Promise<void>;
  /** To be called when all records are written. Returns a sentence about what is still under way. Throws `RunStoreError`. */
  close(ending: RunEnding): Promise<string | undefined>;
}
