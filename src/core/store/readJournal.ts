import * as z from 'zod';
import { assertLines, DamagedLines, parseJson, type ReadEntries, readLines } from './entryLines';
import { withFile } from './plainFile';
import { type RunManifest, runManifestSchema } from './runManifest';
import { type RunRecord, runRecordSchema, type StatusRecord } from './runRecord';
import { largestFiles, StoreFolder } from './storeFolder';

export const journalFile = 'journal.jsonl';
/** What a judge said later of failing replies, in records like the journal's. */
export const tagsFile = 'tags.jsonl';

export type Journal = ReadEntries<RunRecord>;

/** Leaves out damaged lines and names them. Rejects with `PlainFileError`, and with the system's error. */
export async function readJournal(run: StoreFolder, name = journalFile): Promise<Journal> {
  const file = run.pathOf(name);
  const read = readLines(await run.read(name, largestFiles.journal), file, parseLine);
  const entries = read.entries.filter((record) => record !== 'newer');
  const unknown = read.entries.length - entries.length;
  if (unknown === 0) return { entries, problems: read.problems };
  const lines = unknown === 1 ? '1 line' : `${unknown} lines`;
  const newer = `${file} has ${lines} of a kind that this version does not know; update Tutor Prompt Lab to see all.`;
  return { entries, problems: [...read.problems, newer] };
}

const chunkBytes = 64 * 1024;
/** Bytes of a line that may be a status record: it has a sentence or two, and no reply. */
const longestStatus = 1024 * 1024;

/** Read from the end backwards, as a journal may be long. Rejects with `PlainFileError` and the system's error. */
export function readLastStatus(run: StoreFolder): Promise<StatusRecord | undefined> {
  return withFile(run.openToRead(journalFile, largestFiles.journal), async (handle) => {
    const file = run.pathOf(journalFile);
    const damaged = new DamagedLines(file);
    let { size: position } = await handle.stat();
    // Pieces of the line that the chunk border cut, last piece first.
    let rest: Buffer[] = [];
    let lines = 0;
    const takeLine = (first: Buffer): StatusRecord | 'damaged' | undefined => {
      const pieces = [first, ...rest.reverse()];
      rest = [];
      return pieces.reduce((sum, { length }) => sum + length, 0) > longestStatus ? undefined : statusOf(pieces);
    };
    while (position > 0) {
      const length = Math.min(position, chunkBytes);
      position -= length;
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
      let left = buffer;
      for (let start = left.lastIndexOf('\n'); start >= 0; start = left.lastIndexOf('\n')) {
        lines += 1;
        assertLines(lines, file);
        const status = takeLine(left.subarray(start + 1));
        if (status === 'damaged') damaged.add(lines);
        else if (status !== undefined) return status;
        left = left.subarray(0, start);
      }
      // Of a line that is too long the rest need not be kept.
      if (rest.length <= 1 + longestStatus / chunkBytes) rest.push(left);
    }
    const first = takeLine(Buffer.alloc(0));
    return first === 'damaged' ? undefined : first;
  });
}

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

export interface RecentRun {
  readonly manifest: RunManifest;
  /** The newest records, oldest first; what cannot be read is left out. */
  records(): Promise<readonly RunRecord[]>;
}

const mostRuns = 30;
/** Bytes of a journal's end that are read: some hundred replies or verdicts. */
const tailBytes = 1_000_000;
/** Lines of it: the end of a journal that somebody filled with `{}` has hundreds of thousands. */
const mostLines = 2_000;

/** Newest first, each read when it is asked for. What cannot be read is passed over. */
export async function* recentRuns(root: string): AsyncGenerator<RecentRun> {
  const names = await new StoreFolder(root, 'runs').names().catch(() => []);
  // Ids begin with the time of their start.
  for (const id of [...names].sort().reverse().slice(0, mostRuns)) {
    const run = new StoreFolder(root, 'runs', id);
    const manifest = readManifest(run);
    if (manifest !== undefined) yield { manifest, records: () => readTail(run) };
  }
}

function readManifest(run: StoreFolder): RunManifest | undefined {
  try {
    return parseJson(run.readSmall('run.json', largestFiles.manifest).text, runManifestSchema);
  } catch {
    return undefined;
  }
}

async function readTail(run: StoreFolder): Promise<readonly RunRecord[]> {
  const opening = run.openToRead(journalFile, largestFiles.journal);
  const read = withFile(opening, async (handle): Promise<readonly RunRecord[]> => {
    const { size } = await handle.stat();
    const length = Math.min(size, tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    const records = (length < size ? lines.slice(1) : lines).slice(-mostLines).map(parseLine);
    return records.filter((record) => record !== undefined && record !== 'newer');
  });
  return read.catch(() => []);
}
