import { open } from 'node:fs/promises';
import path from 'node:path';
import { batchEntrySchema, checkedBatchEntry, type BatchEntry } from './batchEntry';
import type { BatchEntries, BatchLog } from './batchLog';
import { endsMidLine, readEntryLines } from './entryLines';
import { unwritable } from './unwritable';

/** The record of a run's batches as a file of its folder, `batches.jsonl`, one entry a line. */
export class FileBatchLog implements BatchLog {
  readonly #file: string;
  /** Entries are written one after the other: a long line must not be cut by another. */
  #written: Promise<void> = Promise.resolve();

  /** `directory` is the run's. */
  constructor(directory: string) {
    this.#file = path.join(directory, 'batches.jsonl');
  }

  async append(entry: BatchEntry): Promise<void> {
    const line = `${JSON.stringify(checkedBatchEntry(entry))}\n`;
    const writing = this.#written.then(() => this.#write(line));
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  async read(): Promise<BatchEntries> {
    await this.#written;
    return readEntryLines(this.#file, batchEntrySchema, ['ENOENT']);
  }

  async #write(line: string): Promise<void> {
    try {
      const handle = await open(this.#file, 'a+');
      try {
        await handle.appendFile((await endsMidLine(handle)) ? `\n${line}` : line);
        // What it tells apart is whether thousands of calls are paid for once or twice.
        await handle.datasync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw unwritable('', this.#file, error);
    }
  }
}
