import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { checkedEntry } from './checkedEntry';
import { endsMidLine, readEntryLines } from './entryLines';
import { revisionEntrySchema, type RevisionEntry } from './revisionEntry';
import type { RevisionEntries, RevisionLog } from './revisionLog';
import { unwritable } from './unwritable';

/** The revision journal as a file, `<root>/revisions.jsonl`, one entry a line. */
export class FileRevisionLog implements RevisionLog {
  readonly #file: string;

  constructor(root: string) {
    this.#file = path.join(root, 'revisions.jsonl');
  }

  async append(entry: RevisionEntry): Promise<void> {
    const line = `${JSON.stringify(checkedEntry(entry))}\n`;
    try {
      await mkdir(path.dirname(this.#file), { recursive: true });
      // Opened for appending and written at once: two windows that write at the same time write one after the other.
      const handle = await open(this.#file, 'a+');
      try {
        const bytes = Buffer.from((await endsMidLine(handle)) ? `\n${line}` : line);
        const { bytesWritten } = await handle.write(bytes);
        if (bytesWritten < bytes.length) throw new Error('Only a part of the line could be written');
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw unwritable('', this.#file, error);
    }
  }

  read(): Promise<RevisionEntries> {
    return readEntryLines(this.#file, revisionEntrySchema, ['ENOENT', 'ENOTDIR']);
  }
}
