/** How patient batches are; milliseconds of the engine's clock. */
export interface BatchTimes {
  /** A batch is handed over when nothing has been added to it for so long. */
  readonly quietMs: number;
  /** From handing over to the first look. */
  readonly firstLookMs: number;
  /** Each further look comes half as much later again, up to this. */
  readonly longestLookMs: number;
  /** Between looks at a batch that is being cancelled. */
  readonly cancelLookMs: number;
  /** How long a cancelled batch is waited for; what it had finished by then is kept. */
  readonly cancelPatienceMs: number;
  /** How long a batch that is being handed over when the run stops may take to get its id. */
  readonly graceMs: number;
}

export const usualBatchTimes: BatchTimes = {
  quietMs: 1_000,
  firstLookMs: 30_000,
  longestLookMs: 300_000,
  cancelLookMs: 2_000,
  cancelPatienceMs: 60_000,
  graceMs: 30_000,
};
