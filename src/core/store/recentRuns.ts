import { journalFile } from './readJournal';
import { runManifestSchema, type RunManifest } from './runManifest';
import { runRecordSchema, type RunRecord } from './runRecord';
import { StoreFolder } from './storeFolder';
import { largestFiles } from './storeLimits';

/** One of the newest runs of a store, with the end of its journal. */
export interface RecentRun {
  readonly manifest: RunManifest;
  /** The newest records, oldest first; what cannot be read is left out. */
  records(): Promise<readonly RunRecord[]>;
}

/** Manifests that are looked at, newest first: as many as are read in a moment. */
const mostRuns = 30;
/** Bytes of a journal's end that are read: some hundred replies or verdicts. */
const tailBytes = 1_000_000;
/** Lines of it: the end of a journal that somebody filled with `{}` has hundreds of thousands. */
const mostLines = 2_000;
/** Bytes of a manifest, which holds a prompt and little else. */
const largestManifest = 10_000_000;

/**
 * The newest runs in the store at `root`, newest first, each read when it is asked for. A bounded look for what can be learnt
 * from them: a run that cannot be read is passed over, and a store that is not there has none.
 */
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
    return runManifestSchema.safeParse(JSON.parse(run.readSmall('run.json', largestManifest).text)).data;
  } catch {
    return undefined;
  }
}

async function readTail(run: StoreFolder): Promise<readonly RunRecord[]> {
  try {
    const handle = await run.openToRead(journalFile, largestFiles.journal);
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, tailBytes);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      return (length < size ? lines.slice(1) : lines).slice(-mostLines).flatMap(parseLine);
    } finally {
      await handle.close();
    }
  } catch {
    return [];
  }
}

function parseLine(line: string): readonly RunRecord[] {
  try {
    const { data } = runRecordSchema.safeParse(JSON.parse(line));
    return data === undefined ? [] : [data];
  } catch {
    return [];
  }
}
