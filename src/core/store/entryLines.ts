import type { FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import type { StoreFolder } from './storeFolder';
import { DamagedLines, textLines } from './textLines';
import { unreadable } from './unreadable';

/** The lines of a file of entries as far as they are readable, in their order. */
export interface ReadEntries<Entry> {
  readonly entries: readonly Entry[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/** A file of one JSON entry a line, and the bytes it may have. */
export interface EntryFile {
  readonly folder: StoreFolder;
  readonly name: string;
  readonly largest: number;
}

/**
 * Reads a file of entries; a line that does not fit `schema` is left out and named. Empty where the error of reading has one of the codes in
 * `absent`; rejects with `RunStoreError` `damaged` for any other.
 */
export async function readEntryLines<Entry>(
  { folder, name, largest }: EntryFile,
  schema: z.ZodType<Entry>,
  absent: readonly string[],
): Promise<ReadEntries<Entry>> {
  const file = folder.pathOf(name);
  let bytes: Buffer;
  try {
    bytes = await folder.read(name, largest);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && absent.includes(code)) return { entries: [], problems: [] };
    throw unreadable('', file, error);
  }
  try {
    const damaged = new DamagedLines(file);
    const entries: Entry[] = [];
    for (const { number, text } of textLines(bytes, file)) {
      if (text?.trim() === '') continue;
      const entry = text === undefined ? undefined : parseLine(text, schema);
      if (entry === undefined) damaged.add(number);
      else entries.push(entry);
    }
    return { entries, problems: damaged.problems };
  } catch (error) {
    throw unreadable('', file, error);
  }
}

/**
 * Adds a line to a file of entries, which is made where it is missing, in a folder that is there. Opened for appending and written at once: two windows that write at
 * the same time write one after the other. `isSynced`: onto the disk itself. Rejects with the system's error or `PlainFileError`.
 */
export async function appendEntryLine(
  { folder, name, largest }: EntryFile,
  entry: unknown,
  isSynced: boolean,
): Promise<void> {
  const line = `${JSON.stringify(entry)}\n`;
  const handle = await folder.append(name, largest);
  try {
    const bytes = Buffer.from((await endsMidLine(handle)) ? `\n${line}` : line);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('Only a part of the line could be written');
    if (isSynced) await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** True after a crash that cut off the last line; whoever appends ends it first, so that it stays the only damaged one. */
export async function endsMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

function parseLine<Entry>(line: string, schema: z.ZodType<Entry>): Entry | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
