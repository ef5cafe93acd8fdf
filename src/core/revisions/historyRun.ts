import type { GitState } from '../store/gitState';
import { modelName } from '../store/runManifest';
import type { RunSummary } from '../store/runSummary';
import type { SummaryListing } from '../store/runStore';

/** One run in the history of a prompt. */
export interface HistoryRun {
  readonly id: string;
  readonly createdAt: string;
  /** When the tutor was asked: that of the first run where the replies were judged again. Histories go by it. */
  readonly repliesAt: string;
  readonly status: string;
  /** The prompt's path at that time. */
  readonly path: string;
  readonly revision: string;
  readonly git: GitState | undefined;
  readonly benchmarks: readonly { readonly id: string; readonly placement: string; readonly dataHash: string }[];
  readonly tutor: string;
  readonly judges: readonly string[];
  readonly rejudgedFrom: string | undefined;
  /** `undefined` for a run under way and one whose summary is not computed yet. */
  readonly summary: RunSummary | undefined;
}

/** The runs among listings, without the damaged ones, in the same order. */
export function historyRuns(listings: readonly SummaryListing[]): readonly HistoryRun[] {
  const runs = listings.flatMap((listing) => historyRun(listing) ?? []);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return runs.map((run) => ({ ...run, repliesAt: originOf(run, byId).createdAt }));
}

function historyRun(listing: SummaryListing): HistoryRun | undefined {
  if (listing.kind === 'damaged') return undefined;
  const { id } = listing;
  const { createdAt, prompt, benchmarks, rejudgedFrom } =
    listing.kind === 'summary' ? listing.summary : listing.manifest;
  const common = {
    id,
    createdAt,
    repliesAt: createdAt,
    path: prompt.path,
    revision: prompt.revision,
    git: prompt.git,
    benchmarks: benchmarks.map(({ id: benchmark, placement, dataHash }) => ({ id: benchmark, placement, dataHash })),
    rejudgedFrom,
  };
  if (listing.kind === 'summary') {
    const { status, tutor, judges } = listing.summary;
    return { ...common, status, tutor, judges, summary: listing.summary };
  }
  const { tutor, judges } = listing.manifest;
  return {
    ...common,
    status: listing.lastStatus,
    tutor: modelName(tutor),
    judges: judges.map(modelName),
    summary: undefined,
  };
}

/** The run that asked the tutor. Manifests are files: a ring of runs ends where it began. */
function originOf(run: HistoryRun, byId: ReadonlyMap<string, HistoryRun>): HistoryRun {
  const seen = new Set<string>();
  let origin = run;
  while (origin.rejudgedFrom !== undefined && !seen.has(origin.id)) {
    seen.add(origin.id);
    origin = byId.get(origin.rejudgedFrom) ?? origin;
  }
  return origin;
}
