import { batchEntrySchema, checkedBatchEntry, type BatchEntries, type BatchEntry, type BatchLog } from './batchLog';
import { appendEntryLine, readEntryLines, type EntryFile } from './entryLines';
import { StoreFolder } from './storeFolder';
import { largestFiles } from './storeLimits';
import { unwritable } from './unwritable';

/** The record of a run's batches as a file of its folder, `batches.jsonl`, one entry a line. */
export class FileBatchLog implements BatchLog {
  readonly #file: EntryFile;
  /** Entries are written one after the other: a long line must not be cut by another. */
  #written: Promise<void> = Promise.resolve();

  /** `directory` is the run's. */
  constructor(directory: string) {
    this.#file = { folder: StoreFolder.ofRun(directory), name: 'batches.jsonl', largest: largestFiles.batches };
  }

  async append(entry: BatchEntry): Promise<void> {
    const checked = checkedBatchEntry(entry);
    // Synced: what it tells apart is whether thousands of calls are paid for once or twice.
    const writing = this.#written.then(() => appendEntryLine(this.#file, checked, true));
    this.#written = writing.catch(() => undefined);
    return writing.catch((error: unknown) => {
      throw unwritable('', this.#file.folder.pathOf(this.#file.name), error);
    });
  }

  async read(): Promise<BatchEntries> {
    await this.#written;
    return readEntryLines(this.#file, batchEntrySchema, ['ENOENT']);
  }
}
