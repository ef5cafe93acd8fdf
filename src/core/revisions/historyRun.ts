import { type GitState, modelName } from '../store/runManifest';
import type { RunSummary } from '../store/runSummary';
import type { SummaryListing } from '../store/runStore';

/** What a run had of one benchmark. */
interface HistoryBenchmark {
  readonly id: string;
  readonly placement: string;
  readonly dataHash: string;
  /** Version of each judge prompt by judge id. */
  readonly judgeVersions: Readonly<Record<string, string>>;
}

/** One run in the history of a prompt. */
export interface HistoryRun {
  readonly id: string;
  readonly createdAt: string;
  /**
   * When the tutor was asked, as that run's time: the first one's where the replies were judged again, also after it was deleted.
   * Histories go by it.
   */
  readonly repliesAt: string;
  readonly status: string;
  /** The prompt's path at that time. */
  readonly path: string;
  readonly revision: string;
  readonly git: GitState | undefined;
  readonly benchmarks: readonly HistoryBenchmark[];
  readonly tutor: string;
  /** Who plays the student, where a model does. */
  readonly student: string | undefined;
  /** Choices of protocol by name; `undefined` where an older version made the summary. */
  readonly policy: Readonly<Record<string, string | boolean>> | undefined;
  readonly judges: readonly string[];
  readonly rejudgedFrom: string | undefined;
  /** `undefined` for a run under way and one whose summary is not computed yet. */
  readonly summary: RunSummary | undefined;
}

/** The runs among listings, without the damaged ones, in the same order. */
export function historyRuns(listings: readonly SummaryListing[]): readonly HistoryRun[] {
  const runs = listings.flatMap((listing) => historyRun(listing) ?? []);
  const byId = new Map(runs.map((run) => [run.id, run]));
  return runs.map((run) => ({ ...run, repliesAt: originOf(run, byId).repliesAt }));
}

function historyRun(listing: SummaryListing): HistoryRun | undefined {
  if (listing.kind === 'damaged') return undefined;
  const { id } = listing;
  const { createdAt, repliesAt, prompt, benchmarks, rejudgedFrom, policy } =
    listing.kind === 'summary' ? listing.summary : listing.manifest;
  const common = {
    id,
    createdAt,
    repliesAt: repliesAt ?? createdAt,
    path: prompt.path,
    revision: prompt.revision,
    git: prompt.git,
    benchmarks: benchmarks.map(({ id: benchmark, placement, dataHash, judgeVersions }) => ({
      id: benchmark,
      placement,
      dataHash,
      judgeVersions,
    })),
    policy,
    rejudgedFrom,
  };
  if (listing.kind === 'summary') {
    const { status, tutor, student, judges } = listing.summary;
    return { ...common, status, tutor, student, judges, summary: listing.summary };
  }
  const { tutor, student, judges } = listing.manifest;
  return {
    ...common,
    status: listing.lastStatus,
    tutor: modelName(tutor),
    student: student === undefined ? undefined : modelName(student),
    judges: judges.map(modelName),
    summary: undefined,
  };
}

/** The run that asked the tutor, or one on the way to it that recorded its time. Manifests are files: a ring of runs ends where it began. */
function originOf(run: HistoryRun, byId: ReadonlyMap<string, HistoryRun>): HistoryRun {
  const seen = new Set<string>();
  let origin = run;
  while (origin.rejudgedFrom !== undefined && origin.repliesAt === origin.createdAt && !seen.has(origin.id)) {
    seen.add(origin.id);
    origin = byId.get(origin.rejudgedFrom) ?? origin;
  }
  return origin;
}
