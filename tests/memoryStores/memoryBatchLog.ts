import { type BatchEntry, type BatchLog, FileBatchLog } from '../../src/core/store/batchLog';

/** Keeps entries for as long as the object lives. */
export class MemoryBatchLog implements BatchLog {
  readonly #entries: BatchEntry[] = [];

  async append(entry: BatchEntry): Promise<void> {
    this.#entries.push(FileBatchLog.check(entry));
    return Promise.resolve();
  }

  read(): ReturnType<BatchLog['read']> {
    return Promise.resolve({ entries: [...this.#entries], problems: [] });
  }
}
