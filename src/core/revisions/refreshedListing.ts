import type { Benchmark, BenchmarkId } from '../benchmarks/benchmark';
import { buildReport } from '../report/buildReport';
import type { RunSummary } from '../store/runSummary';
import { type RunStore, RunStoreError, type SummaryListing } from '../store/runStore';
import { sessionOfRun } from './sessionOfRun';
import { summarizeRun } from './summarizeRun';

/** What computing a summary takes. */
interface SummaryOptions {
  readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>;
  /** Version of the running program. */
  readonly toolVersion: string;
  /** Bootstrap resamples of the intervals; as in a report unless set. */
  readonly resamples?: number;
}

/**
 * Computes the summary of a stored run from its records and keeps it where that can be done. Throws what opening the run
 * throws.
 */
async function refreshSummary(store: RunStore, runId: string, options: SummaryOptions): Promise<RunSummary> {
  const session = sessionOfRun(await store.open(runId), options.benchmarks);
  const report = buildReport(session, { resamples: options.resamples });
  // Under the folder's name, which a copied run does not share with its manifest.
  const summary = { ...summarizeRun(report, session, options.toolVersion), runId };
  await store.writeSummary(runId, summary).catch((error: unknown) => {
    // A store on a read-only disk can be looked at; it is computed again next time.
    if (!RunStoreError.is(error)) throw error;
  });
  return summary;
}

/** Whether a listing must be computed anew before it can be shown: no summary of this version, and the run is at rest. */
export function isOutdated(listing: SummaryListing, toolVersion: string): boolean {
  if (listing.kind === 'summary') return listing.summary.toolVersion !== toolVersion;
  return listing.kind === 'run' && listing.lastStatus !== 'running';
}

/** The listing of a run counted anew. One run's damage, of whatever kind, must not keep the others from being listed. */
export async function refreshedListing(store: RunStore, id: string, options: SummaryOptions): Promise<SummaryListing> {
  try {
    return { kind: 'summary', id, summary: await refreshSummary(store, id, options) };
  } catch (error) {
    return { kind: 'damaged', id, problem: error instanceof Error ? error.message : String(error) };
  }
}
