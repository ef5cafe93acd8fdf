import * as z from 'zod';
import { entryCheck, parseJson, readLines } from './entryLines';
import { isMissing, PlainFileError, withFile } from './plainFile';
import { RunStoreError, unreadable, unwritable } from './runStoreError';
import { largestFiles, StoreFolder } from './storeFolder';

export interface Spending {
  /** US dollars; a model without a known price adds nothing. */
  readonly usd: number;
  readonly calls: number;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const line = {
  at: z.iso.datetime(),
  run: z.string().min(1).max(200),
  model: z.string().max(500),
  calls: z.int().nonnegative(),
  usd: z.number().nonnegative(),
};

const spendingEntrySchema = z.discriminatedUnion('kind', [
  /** The most that a call about to be sent can cost, set aside under a unique name. */
  z.object({ kind: z.literal('held'), id: z.string().min(1).max(200), ...line }),
  /** Real cost of calls. An `id` replaces the amount set aside under that name. */
  z.object({ kind: z.literal('spent'), id: z.string().min(1).max(200).optional(), ...line }),
]);
export type SpendingEntry = Readonly<z.infer<typeof spendingEntrySchema>>;

interface SpendingPart {
  readonly entries: readonly SpendingEntry[];
  readonly next: number;
  readonly isMore: boolean;
}

/** By UTC day, in an order that all processes see alike. Entries are only added. All failures are `RunStoreError`. */
export type SpendingLedger = Pick<FileSpendingLedger, 'append' | 'read'>;

const pieceBytes = 4 * 1024 * 1024;

/** Each append is one write at the end, which local file systems keep apart from other processes' writes. */
export class FileSpendingLedger {
  static readonly check = entryCheck(
    spendingEntrySchema,
    (field) => `A call's cost cannot be noted: its “${field}” is not valid.`,
  );

  readonly #folder: StoreFolder;

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'spending');
  }

  /** Resolves when the operating system has the entries, together and in this order. */
  async append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const name = nameOf(day);
    // Each line starts with a line break, so that an unfinished line of a dead process cannot swallow it.
    const text = entries.map((entry) => `\n${JSON.stringify(FileSpendingLedger.check(entry))}`).join('');
    try {
      await this.#folder.make();
      await withFile(this.#folder.append(name, largestFiles.spending), (handle) => handle.appendFile(`${text}\n`));
    } catch (error) {
      throw unwritable('', this.#folder.pathOf(name), error);
    }
  }

  /** Entries from byte `from` on, without unreadable ones. */
  async read(day: string, from: number): Promise<SpendingPart> {
    const name = nameOf(day);
    const file = this.#folder.pathOf(name);
    try {
      return await withFile(this.#folder.openToRead(name, largestFiles.spending), async (handle) => {
        const { size } = await handle.stat();
        const length = Math.min(pieceBytes, size - from);
        if (length <= 0) return { entries: [], next: from, isMore: false };
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        const end = buffer.lastIndexOf('\n', bytesRead - 1) + 1;
        // A full piece without a line break is skipped. The last piece may still be growing.
        const taken = end === 0 && bytesRead === pieceBytes ? bytesRead : end;
        return {
          entries: readLines(buffer.subarray(0, end), file, (line) => parseJson(line, spendingEntrySchema)).entries,
          next: from + taken,
          isMore: taken > 0 && from + taken < size,
        };
      });
    } catch (error) {
      if (isMissing(error)) return { entries: [], next: from, isMore: false };
      const advice = PlainFileError.is(error, 'lines') ? '' : ' Move the file away to go on.';
      throw unreadable('', file, error, advice);
    }
  }
}

function nameOf(day: string): string {
  if (!dayPattern.test(day)) throw new RunStoreError('unwritable', '', `“${day}” is not a day.`);
  return `${day}.jsonl`;
}
