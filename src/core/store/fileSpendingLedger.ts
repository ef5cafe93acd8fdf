import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { RunStoreError } from './runStore';
import { checkedSpendingEntry, dayPattern, spendingEntrySchema, type SpendingEntry } from './spendingEntry';
import type { SpendingLedger, SpendingPart } from './spendingLedger';
import { unwritable } from './unwritable';

/** Bytes that are read in one piece; a line is far shorter. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Spending as a file a day, `<root>/spending/<day>.jsonl`, one entry a line. Each append is one write at the end of the file,
 * which local file systems do not mix with another process's.
 */
export class FileSpendingLedger implements SpendingLedger {
  readonly #folder: string;

  /** `root` is the store's. */
  constructor(root: string) {
    this.#folder = path.join(root, 'spending');
  }

  async append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const file = this.#file(day);
    // A line begins with its own line break: one that a dying process left unfinished must not swallow it.
    const text = entries.map((entry) => `\n${JSON.stringify(checkedSpendingEntry(entry))}`).join('');
    try {
      await mkdir(this.#folder, { recursive: true });
      const handle = await open(file, forAppending);
      try {
        await assertPlainFile(handle, file);
        await handle.appendFile(`${text}\n`);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw unwritable('', file, error);
    }
  }

  async read(day: string, from: number): Promise<SpendingPart> {
    const file = this.#file(day);
    try {
      const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        await assertPlainFile(handle, file);
        const { size } = await handle.stat();
        const length = Math.min(pieceBytes, size - from);
        if (length <= 0) return { entries: [], next: from, isMore: false };
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        const end = buffer.lastIndexOf(lineBreak, bytesRead - 1) + 1;
        // A piece without any line break is no line of ours; its end may still be on its way in the last one.
        const taken = end === 0 && bytesRead === pieceBytes ? bytesRead : end;
        const entries = buffer.toString('utf8', 0, end).split('\n').flatMap(parseLine);
        return { entries, next: from + taken, isMore: taken > 0 && from + taken < size };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
        return { entries: [], next: from, isMore: false };
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new RunStoreError('damaged', '', `Cannot read ${file}: ${reason}. Move the file away to go on.`, error);
    }
  }

  #file(day: string): string {
    if (!dayPattern.test(day)) throw new RunStoreError('unwritable', '', `“${day}” is not a day.`);
    return path.join(this.#folder, `${day}.jsonl`);
  }
}

const lineBreak = 0x0a;

// A pipe in the place of the file would hold up a run for ever. Windows has neither.
const forAppending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

async function assertPlainFile(handle: FileHandle, file: string): Promise<void> {
  if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a plain file.`);
}

function parseLine(line: string): readonly SpendingEntry[] {
  if (line === '') return [];
  try {
    const { data } = spendingEntrySchema.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch {
    return [];
  }
}
