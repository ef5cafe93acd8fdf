import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { batchEntrySchema, checkedBatchEntry, type BatchEntry } from './batchEntry';
import type { BatchEntries, BatchLog } from './batchLog';
import { RunStoreError } from './runStore';
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
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOENT') return { entries: [], problems: [] };
      const reason = error instanceof Error ? error.message : String(error);
      throw new RunStoreError('damaged', '', `Cannot read ${this.#file}: ${reason}.`, error);
    }
    const problems: string[] = [];
    const entries = text.split('\n').flatMap((line, index) => {
      if (line.trim() === '') return [];
      const entry = parseEntry(line);
      if (entry === undefined) problems.push(`${this.#file} line ${index + 1} is damaged and left out.`);
      return entry ?? [];
    });
    return { entries, problems };
  }

  async #write(line: string): Promise<void> {
    try {
      const handle = await open(this.#file, 'a+');
      try {
        // A line that a crash cut off is ended, so that it stays the only damaged one.
        const { size } = await handle.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await handle.read(last, 0, 1, size - 1);
        await handle.appendFile(size > 0 && last[0] !== 0x0a ? `\n${line}` : line);
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

function parseEntry(line: string): BatchEntry | undefined {
  try {
    return batchEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
