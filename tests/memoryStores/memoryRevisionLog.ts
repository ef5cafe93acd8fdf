import { FileRevisionLog, type RevisionEntry, type RevisionLog } from '../../src/core/store/revisionLog';

/** Keeps entries for as long as the object lives. */
export class MemoryRevisionLog implements RevisionLog {
  readonly #entries: RevisionEntry[] = [];

  async append(entry: RevisionEntry): Promise<void> {
    this.#entries.push(FileRevisionLog.check(entry));
    return Promise.resolve();
  }

  read(): ReturnType<RevisionLog['read']> {
    return Promise.resolve({ entries: [...this.#entries], problems: [] });
  }
}
