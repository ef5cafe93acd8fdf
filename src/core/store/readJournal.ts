import * as z from 'zod';
import { runRecordSchema, type RunRecord, type StatusRecord } from './runRecord';
import type { StoreFolder } from './storeFolder';
import { largestFiles } from './storeLimits';
import { assertLines, DamagedLines, textLines } from './textLines';

/** Journal of a run, one JSON record a line. */
export const journalFile = 'journal.jsonl';
/** What a judge said later of failing replies, in records like the journal's. */
export const tagsFile = 'tags.jsonl';

/** A journal as far as it is readable. */
export interface Journal {
  readonly records: readonly RunRecord[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/**
 * Reads a whole journal. A damaged line (the last one after a crash, in practice) is left out and named; the call
 * whose answer it held is made again on resume. Rejects with `PlainFileError`, and with the system's error.
 */
export async function readJournal(run: StoreFolder, name = journalFile): Promise<Journal> {
  const file = run.pathOf(name);
  const records: RunRecord[] = [];
  const damaged = new DamagedLines(file);
  let unknown = 0;
  for (const { number, text } of textLines(await run.read(name, largestFiles.journal), file)) {
    const record = text === undefined ? undefined : parseLine(text);
    if (record === undefined) damaged.add(number);
    else if (record === 'newer') unknown += 1;
    else records.push(record);
  }
  if (unknown === 0) return { records, problems: damaged.problems };
  const lines = unknown === 1 ? '1 line' : `${unknown} lines`;
  const newer = `${file} has ${lines} of a kind that this version does not know; update Tutor Prompt Lab to see all.`;
  return { records, problems: [...damaged.problems, newer] };
}

const chunkBytes = 64 * 1024;
/** Bytes of a line that may be a status record: it has a sentence or two, and no reply. */
const longestStatus = 1024 * 1024;

/**
 * The newest status of a run, read from the journal's end backwards, so that a long journal costs no more than needed. Rejects with
 * `PlainFileError` and with the system's error.
 */
export async function readLastStatus(run: StoreFolder): Promise<StatusRecord | undefined> {
  const handle = await run.openToRead(journalFile, largestFiles.journal);
  try {
    let { size: position } = await handle.stat();
    // Pieces of the line that the chunk border cut, last piece first.
    let rest: Buffer[] = [];
    let restBytes = 0;
    let lines = 0;
    const damaged = new DamagedLines(run.pathOf(journalFile));
    while (position > 0) {
      const length = Math.min(position, chunkBytes);
      position -= length;
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
      let end = length;
      for (
        let start = buffer.lastIndexOf(newLine);
        start >= 0;
        start = start === 0 ? -1 : buffer.lastIndexOf(newLine, start - 1)
      ) {
        lines += 1;
        assertLines(lines, run.pathOf(journalFile));
        const status =
          restBytes > longestStatus ? undefined : statusOf([buffer.subarray(start + 1, end), ...rest.reverse()]);
        if (status === 'damaged') damaged.add(lines);
        else if (status !== undefined) return status;
        rest = [];
        restBytes = 0;
        end = start;
      }
      restBytes += end;
      if (restBytes > longestStatus) rest = [];
      else rest.push(buffer.subarray(0, end));
    }
    const first = restBytes > longestStatus ? undefined : statusOf(rest.reverse());
    return first === 'damaged' ? undefined : first;
  } finally {
    await handle.close();
  }
}

const newLine = 0x0a;
// Quotes inside a JSON string are escaped, so that no reply text can look like this.
const statusMark = '"kind":"status"';

/** `damaged`: it looks like one. */
function statusOf(pieces: readonly Buffer[]): StatusRecord | 'damaged' | undefined {
  const line = Buffer.concat(pieces);
  if (!line.includes(statusMark)) return undefined;
  const record = parseLine(line.toString('utf8'));
  return typeof record === 'object' && record.kind === 'status' ? record : 'damaged';
}

const knownKinds: ReadonlySet<string> = new Set(runRecordSchema.options.map(({ shape }) => shape.kind.value));
const kindSchema = z.object({ kind: z.string().max(100) });

/** `newer`: what a later version wrote for itself, which is no damage. */
function parseLine(line: string): RunRecord | 'newer' | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const { data } = kindSchema.safeParse(value);
    if (data === undefined) return undefined;
    return knownKinds.has(data.kind) ? runRecordSchema.safeParse(value).data : 'newer';
  } catch {
    return undefined;
  }
}
