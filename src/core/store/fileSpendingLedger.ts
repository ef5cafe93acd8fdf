import { PlainFileError } from './plainFile';
import { RunStoreError } from './runStore';
import { checkedSpendingEntry, dayPattern, spendingEntrySchema, type SpendingEntry } from './spendingEntry';
import type { SpendingLedger, SpendingPart } from './spendingLedger';
import { StoreFolder } from './storeFolder';
import { largestFiles } from './storeLimits';
import { DamagedLines, textLines } from './textLines';
import { unreadable } from './unreadable';
import { unwritable } from './unwritable';

/** Bytes that are read in one piece; a line is far shorter. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Spending as a file a day, `<root>/spending/<day>.jsonl`, one entry a line. Each append is one write at the end of the file,
 * which local file systems do not mix with another process's.
 */
export class FileSpendingLedger implements SpendingLedger {
  readonly #folder: StoreFolder;

  /** `root` is the store's. */
  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'spending');
  }

  async append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const name = nameOf(day);
    // A line begins with its own line break: one that a dying process left unfinished must not swallow it.
    const text = entries.map((entry) => `\n${JSON.stringify(checkedSpendingEntry(entry))}`).join('');
    try {
      await this.#folder.make();
      const handle = await this.#folder.append(name, largestFiles.spending);
      try {
        await handle.appendFile(`${text}\n`);
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw unwritable('', this.#folder.pathOf(name), error);
    }
  }

  async read(day: string, from: number): Promise<SpendingPart> {
    const name = nameOf(day);
    try {
      const handle = await this.#folder.openToRead(name, largestFiles.spending);
      try {
        const { size } = await handle.stat();
        const length = Math.min(pieceBytes, size - from);
        if (length <= 0) return { entries: [], next: from, isMore: false };
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        const end = buffer.lastIndexOf(lineBreak, bytesRead - 1) + 1;
        // A piece without any line break is no line of ours; its end may still be on its way in the last one.
        const taken = end === 0 && bytesRead === pieceBytes ? bytesRead : end;
        return {
          entries: entriesOf(buffer.subarray(0, end), this.#folder.pathOf(name)),
          next: from + taken,
          isMore: taken > 0 && from + taken < size,
        };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
        return { entries: [], next: from, isMore: false };
      }
      const mend = PlainFileError.is(error, 'lines') ? '' : ' Move the file away to go on.';
      throw unreadable('', this.#folder.pathOf(name), error, mend);
    }
  }
}

function nameOf(day: string): string {
  if (!dayPattern.test(day)) throw new RunStoreError('unwritable', '', `“${day}” is not a day.`);
  return `${day}.jsonl`;
}

const lineBreak = 0x0a;

function entriesOf(bytes: Buffer, file: string): readonly SpendingEntry[] {
  const damaged = new DamagedLines(file);
  const entries: SpendingEntry[] = [];
  for (const { number, text } of textLines(bytes, file)) {
    const entry = text === undefined ? undefined : parseLine(text);
    if (entry === undefined) damaged.add(number);
    else entries.push(entry);
  }
  return entries;
}

function parseLine(line: string): SpendingEntry | undefined {
  try {
    return spendingEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
