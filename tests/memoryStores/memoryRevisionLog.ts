import { checkedEntry } from '../../src/core/store/checkedEntry';
import type { RevisionEntry } from '../../src/core/store/revisionEntry';
import type { RevisionEntries, RevisionLog } from '../../src/core/store/revisionLog';

/** Keeps entries for as long as the object lives. */
export class MemoryRevisionLog implements RevisionLog {
  readonly #entries: RevisionEntry[] = [];

  async append(entry: RevisionEntry): Promise<void> {
    this.#entries.push(checkedEntry(entry));
    return Promise.resolve();
  }

  read(): Promise<RevisionEntries> {
    return Promise.resolve({ entries: [...this.#entries], problems: [] });
  }
}
