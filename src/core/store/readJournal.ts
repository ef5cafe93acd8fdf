import * as z from 'zod';
import { type ReadEntries, readJsonFile, readLines } from './entryLines';
import { withFile } from './plainFile';
import { type RunManifest, runManifestSchema } from './runManifest';
import { type RunRecord, runRecordSchema, type StatusRecord } from './runRecord';
import { largestFiles, StoreFolder } from './storeFolder';

export const journalFile = 'journal.jsonl';
export const tagsFile = 'tags.jsonl';

export type Journal = ReadEntries<RunRecord>;

/** Leaves out and names damaged lines. Rejects with `PlainFileError` or the system's error. */
export async function readJournal(run: StoreFolder, name = journalFile, hasVerdicts = true): Promise<Journal> {
  const file = run.pathOf(name);
  const read = readLines(await run.read(name, largestFiles.journal), file, (line) =>
    hasVerdicts || !line.includes(verdictMark) ? parseLine(line) : 'verdict',
  );
  const entries = read.entries.filter((record) => typeof record === 'object');
  const unknown = read.entries.filter((record) => record === 'newer').length;
  if (unknown === 0) return { entries, problems: read.problems };
  const lines = unknown === 1 ? '1 line' : `${unknown} lines`;
  const newer = `${file} has ${lines} of a kind that this version does not know; update Tutor Prompt Lab to see all.`;
  return { entries, problems: [...read.problems, newer] };
}

/** Bytes at a journal's end that mostly hold its last status. */
const statusBytes = 64 * 1024;
// Quotes in a JSON string are escaped, so reply text never contains these marks.
const statusMark = '"kind":"status"';
const verdictMark = '"kind":"judged"';

/** Rejects with `PlainFileError` or the system's error. */
export async function readLastStatus(run: StoreFolder): Promise<StatusRecord | undefined> {
  const parse = (line: string): ReturnType<typeof parseLine> => (line.includes(statusMark) ? parseLine(line) : 'newer');
  const lastOf = (records: readonly ReturnType<typeof parseLine>[]): StatusRecord | undefined =>
    records.findLast((record) => typeof record === 'object' && record.kind === 'status');
  const last = lastOf((await lastLines(run, statusBytes)).map(parse));
  if (last !== undefined) return last;
  const whole = await run.read(journalFile, largestFiles.journal);
  return lastOf(readLines(whole, run.pathOf(journalFile), parse).entries);
}

/** Complete lines within the last `bytes`. */
function lastLines(run: StoreFolder, bytes: number): Promise<readonly string[]> {
  return withFile(run.openToRead(journalFile, largestFiles.journal), async (handle) => {
    const { size } = await handle.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .slice(length < size ? 1 : 0);
  });
}

const knownKinds: ReadonlySet<string> = new Set(runRecordSchema.options.map(({ shape }) => shape.kind.value));
const kindSchema = z.object({ kind: z.string().max(100) });

/** `newer`: a record of a later version, which is not damage. `earlier`: one that nobody reads any more. */
function parseLine(line: string): RunRecord | 'newer' | 'earlier' | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const { data } = kindSchema.safeParse(value);
    if (data === undefined) return undefined;
    if (data.kind === 'limit') return 'earlier';
    return knownKinds.has(data.kind) ? runRecordSchema.safeParse(value).data : 'newer';
  } catch {
    return undefined;
  }
}

export interface RecentRun {
  readonly manifest: RunManifest;
  /** The newest records, oldest first, without unreadable ones. */
  records(): Promise<readonly RunRecord[]>;
}

const mostRuns = 30;
/** Bytes read from a journal's end: some hundred replies or verdicts. */
const tailBytes = 1_000_000;
/** The end of a journal full of `{}` would have hundreds of thousands of lines. */
const mostLines = 2_000;

/** Newest first, each read on demand. Skips unreadable runs. */
export async function* recentRuns(root: string): AsyncGenerator<RecentRun> {
  const names = await new StoreFolder(root, 'runs').names().catch(() => []);
  // Run ids begin with their start time.
  for (const id of [...names].sort().reverse().slice(0, mostRuns)) {
    const run = new StoreFolder(root, 'runs', id);
    const manifest = readJsonFile(run, 'run.json', largestFiles.manifest, runManifestSchema);
    const records = async (): Promise<readonly RunRecord[]> => {
      const lines = await lastLines(run, tailBytes).catch(() => []);
      return lines
        .slice(-mostLines)
        .map(parseLine)
        .filter((record) => typeof record === 'object');
    };
    if (manifest !== undefined) yield { manifest, records };
  }
}
