import { isExactSummary } from './exactSummary';
import type { FileHeadsStore, HeadsReader } from './fileHeadsStore';
import { figuresOf } from './metricFigures';
import { journalFile, readLastStatus } from './readJournal';
import { storedSummarySchema, type RunSummary, type StoredSummary, type SummarizedBenchmark } from './runSummary';
import type { StoreFolder } from './storeFolder';
import { unwritable } from './unwritable';

const summaryFile = 'summary.json';
/** Bytes. A summary has some hundred metrics by each judge, of some 60 bytes each; what is larger is none. */
const largest = 1024 * 1024;

/**
 * The summary in a run's folder; `undefined` where there is none that can be used: it is missing, damaged or of an older form, of another
 * run (a copied folder), the journal has grown or was changed since, or the heads that its figures are of are not there.
 */
export function readSummaryFile(run: StoreFolder, runId: string, headsOf: HeadsReader): RunSummary | undefined {
  try {
    const { text, changedAt } = run.readSmall(summaryFile, largest);
    const read: unknown = JSON.parse(text);
    const stored = isExactSummary(read) ? read : storedSummarySchema.parse(read);
    const journal = run.facts(journalFile);
    const isCurrent = stored.journalBytes === journal?.size && journal.changedAt <= changedAt;
    return isCurrent && stored.runId === runId ? withHeads(stored, headsOf) : undefined;
  } catch {
    return undefined;
  }
}

function withHeads(
  { schemaVersion: _version, journalBytes: _bytes, benchmarks: stored, ...summary }: StoredSummary,
  headsOf: HeadsReader,
): RunSummary | undefined {
  const benchmarks: SummarizedBenchmark[] = [];
  for (const benchmark of stored) {
    const heads = headsOf(benchmark.heads);
    const figures = heads?.id === benchmark.id ? figuresOf(benchmark.figures, heads) : undefined;
    if (heads === undefined || figures === undefined) return undefined;
    benchmarks.push({ ...benchmark, heads, figures });
  }
  return { ...summary, benchmarks };
}

/**
 * Writes the summary of a run at rest, and before it the heads that its figures are of. Resolves to `false`, with nothing written, when
 * the journal no longer ends as the summary says: somebody has gone on with the run. Throws `RunStoreError` `unwritable`.
 */
export async function writeSummaryFile(run: StoreFolder, summary: RunSummary, store: FileHeadsStore): Promise<boolean> {
  try {
    // Length before status: a record that comes in between makes the summary outdated at once, never wrong.
    const size = run.facts(journalFile)?.size;
    const last = await readLastStatus(run);
    const status = last === undefined || last.status === 'running' ? 'interrupted' : last.status;
    if (status !== summary.status || (last?.at ?? summary.createdAt) !== summary.lastAt) return false;
    const benchmarks: object[] = [];
    for (const benchmark of summary.benchmarks)
      benchmarks.push({ ...benchmark, heads: await store.put(benchmark.heads) });
    const stored = { schemaVersion: 2, ...summary, benchmarks, journalBytes: size };
    await run.write(summaryFile, `${JSON.stringify(stored)}\n`, false);
    return true;
  } catch (error) {
    throw unwritable(summary.runId, run.pathOf(summaryFile), error);
  }
}
