import type { BatchEntry, SubmittedEntry } from './batchEntry';

/** The record of a run's batches as far as it is readable, oldest entry first. */
export interface BatchEntries {
  readonly entries: readonly BatchEntry[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/** Which calls of a run are in which batch. Entries are only ever added, by whoever holds the run's lock. */
export interface BatchLog {
  /** Resolves when the entry is with the operating system. Rejects with `RunStoreError` `unwritable`. */
  append(entry: BatchEntry): Promise<void>;
  /** Rejects with `RunStoreError` `damaged` when there is a file that cannot be read at all. */
  read(): Promise<BatchEntries>;
}

/** The batches that may still hold answers, oldest first. */
export function openBatches(entries: readonly BatchEntry[]): readonly SubmittedEntry[] {
  const open = new Map<string, SubmittedEntry>();
  for (const entry of entries) {
    if (entry.kind === 'submitted') open.set(entry.batchId, entry);
    else if (entry.kind !== 'intent') open.delete(entry.batchId);
  }
  return [...open.values()];
}
