import { checkedEntry } from './checkedEntry';
import type { RevisionEntry } from './revisionEntry';
import type { RevisionEntries, RevisionLog } from './revisionLog';

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
