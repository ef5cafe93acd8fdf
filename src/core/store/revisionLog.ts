import type { RevisionEntry } from './revisionEntry';

/** The revision journal as far as it is readable, oldest entry first. */
export interface RevisionEntries {
  readonly entries: readonly RevisionEntry[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/** What people said about revisions: labels, baselines, moves. Entries are only ever added, by any number of windows. */
export interface RevisionLog {
  /** Rejects with `RunStoreError` `unwritable`, also for an entry that does not fit its schema. */
  append(entry: RevisionEntry): Promise<void>;
  /** Rejects with `RunStoreError` `damaged` when there is a journal that cannot be read at all. */
  read(): Promise<RevisionEntries>;
}
