import { statSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isExactSummary } from './exactSummary';
import type { FileHeadsStore, HeadsReader } from './fileHeadsStore';
import { figuresOf } from './metricFigures';
import { readLastStatus } from './readJournal';
import { readSmallFile } from './plainFile';
import { storedSummarySchema, type RunSummary, type StoredSummary, type SummarizedBenchmark } from './runSummary';
import { unwritable } from './unwritable';
import { ownDraft } from './writeDurably';

const summaryFile = 'summary.json';
/** Bytes. A summary has some hundred metrics by each judge, of some 60 bytes each; what is larger is none. */
const largest = 1024 * 1024;

/**
 * The summary in a run's folder; `undefined` where there is none that can be used: it is missing, damaged or of an older form, of another
 * run (a copied folder), the journal has grown or was changed since, or the heads that its figures are of are not there.
 */
export function readSummaryFile(
  directory: string,
  journal: string,
  runId: string,
  headsOf: HeadsReader,
): RunSummary | undefined {
  try {
    const { text, changedAt } = readSmallFile(path.join(directory, summaryFile), { largest });
    const read: unknown = JSON.parse(text);
    const stored = isExactSummary(read) ? read : storedSummarySchema.parse(read);
    const written = statSync(journal);
    const isCurrent = stored.journalBytes === written.size && written.mtimeMs <= changedAt;
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
export async function writeSummaryFile(
  directory: string,
  journal: string,
  summary: RunSummary,
  store: FileHeadsStore,
): Promise<boolean> {
  const file = path.join(directory, summaryFile);
  const draft = ownDraft(file);
  try {
    // Length before status: a record that comes in between makes the summary outdated at once, never wrong.
    const { size } = await stat(journal);
    const last = await readLastStatus(journal);
    const status = last === undefined || last.status === 'running' ? 'interrupted' : last.status;
    if (status !== summary.status || (last?.at ?? summary.createdAt) !== summary.lastAt) return false;
    const benchmarks: object[] = [];
    for (const benchmark of summary.benchmarks)
      benchmarks.push({ ...benchmark, heads: await store.put(benchmark.heads) });
    const stored = { schemaVersion: 2, ...summary, benchmarks, journalBytes: size };
    await writeFile(draft, `${JSON.stringify(stored)}\n`);
    await rename(draft, file);
    return true;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw unwritable(summary.runId, file, error);
  }
}
