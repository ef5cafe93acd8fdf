import type { HistoryRun } from './historyRun';
import type { PromptHistory, PromptRevision } from './promptHistory';

const finished: ReadonlySet<string> = new Set(['completed', 'incomplete']);

/** The revision that was evaluated last before this one; `undefined` for the first one and for one that is not there. */
export function previousRevision(history: PromptHistory, revision: string): PromptRevision | undefined {
  const place = history.runs.findIndex((run) => run.revision === revision);
  if (place < 0) return undefined;
  const before = history.runs.slice(place).find((run) => run.revision !== revision);
  return history.revisions.find((one) => one.revision === before?.revision);
}

/**
 * The run that a run is measured against: one of the pinned revision, else the last finished one before it of another
 * revision; in both cases one with all benchmarks of the run before one with some, and one with the same tutor, judges, placement
 * and data before any other. `undefined` when there is none, and for a run of the pinned revision itself. `runId`: the latest run unless given.
 */
export function baselineOf(history: PromptHistory, runId = history.runs[0]?.id): HistoryRun | undefined {
  const place = history.runs.findIndex((run) => run.id === runId);
  const run = history.runs[place];
  if (run === undefined) return undefined;
  const pinned = history.revisions.find((revision) => revision.pinned);
  if (pinned?.revision === run.revision) return undefined;
  const earlier = history.runs
    .slice(place + 1)
    .filter((other) => other.revision !== run.revision && other.repliesAt <= run.repliesAt);
  return best(run, pinned?.runs ?? []) ?? best(run, earlier);
}

/** `candidates`: the latest first. One with all that the run has counts more than one that is alike in what both have. */
function best(run: HistoryRun, candidates: readonly HistoryRun[]): HistoryRun | undefined {
  const ranked = candidates.flatMap((other) => {
    const ids = new Set(other.benchmarks.map(({ id }) => id));
    const shared = run.benchmarks.filter(({ id }) => ids.has(id)).length;
    if (!finished.has(other.status) || shared === 0) return [];
    return [{ other, rank: (shared === run.benchmarks.length ? 2 : 0) + (isAlike(run, other) ? 1 : 0) }];
  });
  // Sorting keeps the order of equals: the latest stays first.
  return ranked.sort((left, right) => right.rank - left.rank)[0]?.other;
}

function isAlike(run: HistoryRun, other: HistoryRun): boolean {
  const entries = new Map(other.benchmarks.map((entry) => [entry.id, entry]));
  return (
    run.tutor === other.tutor &&
    run.judges.join('\n') === other.judges.join('\n') &&
    run.benchmarks.every(({ id, placement, dataHash }) => {
      const entry = entries.get(id);
      return entry === undefined || (entry.placement === placement && entry.dataHash === dataHash);
    })
  );
}
