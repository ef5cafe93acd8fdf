import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkId } from '../benchmarks/benchmark';
import { endsMidLine, readEntryLines, type ReadEntries } from './entryLines';
import { handLabelSchema, type HandLabel } from './handLabel';
import type { HandLabelLog } from './handLabelLog';
import { RunStoreError } from './runStore';
import { unwritable } from './unwritable';

/** Hand labels as files, `<root>/labels/<benchmark>.jsonl`, one label a line. */
export class FileHandLabelLog implements HandLabelLog {
  readonly #folder: string;
  /** Ends with the label given last: the last word stands, so that none may overtake another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.#folder = path.join(root, 'labels');
  }

  /** The file that holds the labels of a benchmark. */
  fileOf(benchmark: BenchmarkId): string {
    return path.join(this.#folder, `${benchmark}.jsonl`);
  }

  append(label: HandLabel): Promise<void> {
    const appended = this.#last.then(() => this.#append(label));
    this.#last = appended.catch(() => undefined);
    return appended;
  }

  async #append(label: HandLabel): Promise<void> {
    const parsed = handLabelSchema.safeParse(label);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new RunStoreError('unwritable', '', `The label cannot be kept: its “${field}” is not what it must be.`);
    }
    const file = this.fileOf(parsed.data.benchmark);
    const line = `${JSON.stringify(parsed.data)}\n`;
    try {
      await mkdir(this.#folder, { recursive: true });
      // Opened for appending and written at once: two windows that write at the same time write one after the other.
      const handle = await open(file, 'a+');
      try {
        const bytes = Buffer.from((await endsMidLine(handle)) ? `\n${line}` : line);
        const { bytesWritten } = await handle.write(bytes);
        if (bytesWritten < bytes.length) throw new Error('Only a part of the line could be written');
        // A person's work, and little of it: worth the wait.
        await handle.datasync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw unwritable('', file, error);
    }
  }

  read(benchmark: BenchmarkId): Promise<ReadEntries<HandLabel>> {
    return readEntryLines(this.fileOf(benchmark), handLabelSchema, ['ENOENT', 'ENOTDIR']);
  }
}
