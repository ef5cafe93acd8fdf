import { readFile, type FileHandle } from 'node:fs/promises';
import type * as z from 'zod';
import { RunStoreError } from './runStore';

/** The lines of a file of entries as far as they are readable, in their order. */
export interface ReadEntries<Entry> {
  readonly entries: readonly Entry[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/**
 * Reads a file of one JSON entry a line; a line that does not fit `schema` is left out and named. Empty where the error of reading
 * has one of the codes in `absent`; rejects with `RunStoreError` `damaged` for any other.
 */
export async function readEntryLines<Entry>(
  file: string,
  schema: z.ZodType<Entry>,
  absent: readonly string[],
): Promise<ReadEntries<Entry>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code === 'string' && absent.includes(code)) return { entries: [], problems: [] };
    const reason = error instanceof Error ? error.message : String(error);
    throw new RunStoreError('damaged', '', `Cannot read ${file}: ${reason}.`, error);
  }
  const problems: string[] = [];
  const entries = text.split('\n').flatMap((line, index): readonly Entry[] => {
    if (line.trim() === '') return [];
    const entry = parseLine(line, schema);
    if (entry === undefined) problems.push(`${file} line ${index + 1} is damaged and left out.`);
    return entry === undefined ? [] : [entry];
  });
  return { entries, problems };
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
