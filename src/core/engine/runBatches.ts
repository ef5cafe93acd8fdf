import type { StatusRecord } from '../store/runRecord';

/** How a run ended. */
export type RunEnding = Exclude<StatusRecord['status'], 'running'>;

/** The batches of one provider in a run, as far as the run's end is concerned. */
export interface RunBatches {
  /** To be called when all records are written. Returns a sentence about what is still under way. Throws `RunStoreError`. */
  close(ending: RunEnding): Promise<string | undefined>;
}
