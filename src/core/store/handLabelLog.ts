import type { BenchmarkId } from '../benchmarks/benchmark';
import type { HandLabel } from './handLabel';

/** What people said of replies. Entries are only ever added, by any number of windows. */
export interface HandLabelLog {
  /** Rejects with `RunStoreError` `unwritable`, also for an entry that does not fit its schema. */
  append(label: HandLabel): Promise<void>;
  /** Oldest first; `problems` has a sentence for each line that had to be left out. Rejects with `RunStoreError` `damaged`. */
  read(
    benchmark: BenchmarkId,
  ): Promise<{ readonly entries: readonly HandLabel[]; readonly problems: readonly string[] }>;
}
