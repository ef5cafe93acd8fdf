import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkedEntry } from './checkedEntry';
import { revisionEntrySchema, type RevisionEntry } from './revisionEntry';
import type { RevisionEntries, RevisionLog } from './revisionLog';
import { RunStoreError } from './runStore';
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

  async read(): Promise<RevisionEntries> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { entries: [], problems: [] };
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
}

/** True after a crash that cut off the last line, so that it stays the only damaged one. */
async function endsMidLine(handle: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

function parseEntry(line: string): RevisionEntry | undefined {
  try {
    return revisionEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
