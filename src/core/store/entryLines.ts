import type { FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import { parsedJson } from '../text/parsedJson';
import { InTurn } from './inTurn';
import { isMissing, PlainFileError, withFile } from './plainFile';
import { RunStoreError, unreadable, unwritable } from './runStoreError';
import type { StoreFolder } from './storeFolder';

/** Bytes of one line: a record may hold some answers of 8 million characters. A longer line is read as damaged. */
const longestLine = 128 * 1024 * 1024;
/** Lines of a file or of a piece of the ledger. Our own lines are so long that the byte limit comes first. */
const mostLines = 1_000_000;
/** Damaged lines of a file or of a piece of the ledger. A crash leaves one, so such a file is not ours. */
const mostDamagedLines = 10_000;

const mostNamed = 100;

const lineEnd = 0x0a;

export interface ReadEntries<Entry> {
  readonly entries: readonly Entry[];
  readonly problems: readonly string[];
}

/** Reads line by line, because a list of line breaks alone would fill the memory. Throws `PlainFileError` `lines`. */
export function readLines<Entry>(
  bytes: Buffer,
  file: string,
  parse: (line: string) => Entry | undefined,
): ReadEntries<Entry> {
  const tooMany = (most: number, what: string): PlainFileError => {
    const advice = 'Put an undamaged copy in its place, or move it away.';
    return new PlainFileError('lines', file, `${file} has more than ${most.toLocaleString('en')} ${what}. ${advice}`);
  };
  const damaged: number[] = [];
  const entries: Entry[] = [];
  for (let start = 0, number = 1; start < bytes.length; number += 1) {
    if (number > mostLines) throw tooMany(mostLines, 'lines');
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 ? bytes.length : found;
    const text = end - start > longestLine ? undefined : bytes.toString('utf8', start, end);
    start = end + 1;
    if (text?.trim() === '') continue;
    const entry = text === undefined ? undefined : parse(text);
    if (entry !== undefined) entries.push(entry);
    // Trying millions of lines would take minutes.
    else if (damaged.push(number) > mostDamagedLines) throw tooMany(mostDamagedLines, 'damaged lines');
  }
  const problems = damaged.slice(0, mostNamed).map((line) => `${file} line ${line} is damaged and is left out.`);
  const others = damaged.length - problems.length;
  if (others > 0) problems.push(`${file} has ${others} more damaged lines, which are left out, too.`);
  return { entries, problems };
}

export function parseJson<Value>(text: string, schema: z.ZodType<Value>): Value | undefined {
  return schema.safeParse(parsedJson(text)).data;
}

/** `undefined` where the file is missing or damaged. */
export function readJsonFile<Value>(
  folder: StoreFolder,
  name: string,
  largest: number,
  schema: z.ZodType<Value>,
): Value | undefined {
  try {
    return parseJson(folder.readSmall(name, largest).text, schema);
  } catch {
    return undefined;
  }
}

/** Throws `RunStoreError` `unwritable` for an entry that could not be read back. */
export function entryCheck<Entry>(
  schema: z.ZodType<Entry>,
  refusal: (field: string, entry: Entry) => string,
): (entry: Entry, runId?: string) => Entry {
  return (entry, runId = '') => {
    const { success, data, error } = schema.safeParse(entry);
    if (success) return data;
    throw new RunStoreError('unwritable', runId, refusal(error.issues[0]?.path.join('.') ?? '', entry));
  };
}

interface EntryRules<Entry> {
  readonly folder: StoreFolder;
  readonly name: string;
  readonly largest: number;
  readonly schema: z.ZodType<Entry>;
  readonly check: (entry: Entry) => Entry;
  readonly isSynced: boolean;
  readonly makesFolder: boolean;
}

/** One JSON entry a line. Any number of windows only ever add entries. */
export class EntryLog<Entry> {
  readonly #turns = new InTurn();

  constructor(private readonly rules: EntryRules<Entry>) {}

  get path(): string {
    return this.rules.folder.pathOf(this.rules.name);
  }

  /** Resolves when the operating system has the entry. Rejects with `RunStoreError` `unwritable`. */
  async append(entry: Entry): Promise<void> {
    const checked = this.rules.check(entry);
    return this.#turns
      .next(() => this.#write(`${JSON.stringify(checked)}\n`))
      .catch((error: unknown) => {
        throw unwritable('', this.path, error);
      });
  }

  async read(): Promise<ReadEntries<Entry>> {
    await this.#turns.next(() => undefined);
    const { folder, name, largest, schema } = this.rules;
    try {
      return readLines(await folder.read(name, largest), this.path, (line) => parseJson(line, schema));
    } catch (error) {
      if (isMissing(error)) return { entries: [], problems: [] };
      throw unreadable('', this.path, error);
    }
  }

  /** Appends in a single write, so that lines of two windows never mix. */
  async #write(line: string): Promise<void> {
    const { folder, name, largest, isSynced, makesFolder } = this.rules;
    if (makesFolder) await folder.make();
    await withFile(folder.append(name, largest), async (handle) => {
      const bytes = Buffer.from((await endsMidLine(handle)) ? `\n${line}` : line);
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw new Error('Only a part of the line could be written');
      if (isSynced) await handle.datasync();
    });
  }
}

/** True after a crash cut off the last line. The next writer ends that line first, so that only it is damaged. */
export async function endsMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== lineEnd;
}
