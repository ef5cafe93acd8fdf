import { isDeepStrictEqual } from 'node:util';
import { isPolicyOf, policies } from '../benchmarks/policies';
import type { RunManifest } from '../store/runManifest';
import { hasEnded, revisionTitle } from '../store/statusTexts';
import { t } from '../text/countWords';
import { type HistoryRun, historyRuns, type PromptHistory, type PromptRevision } from './promptHistory';

/** The revision evaluated before this one; `undefined` for the first and for an unknown one. */
export function previousRevision(history: PromptHistory, revision: string): PromptRevision | undefined {
  const index = history.runs.findIndex((run) => run.revision === revision);
  if (index < 0) return undefined;
  const before = history.runs.slice(index).find((run) => run.revision !== revision && run.purpose === undefined);
  return history.revisions.find((one) => one.revision === before?.revision);
}

/**
 * The run to compare with: one of the pinned revision, else the last earlier finished run of another revision. Runs
 * with all benchmarks come first, then those with the same tutor, judges, placement and data. Those with the same
 * judge prompts, student and policy come next. No run for the pinned revision itself. `runId`: by default the
 * latest run. `passedOver`: why the pinned revision was not used; absent if none is pinned or nothing needs explaining.
 */
export function baselineChoice(
  history: PromptHistory,
  runId = history.runs[0]?.id,
): { readonly run?: HistoryRun; readonly passedOver?: string } {
  const index = history.runs.findIndex((run) => run.id === runId);
  const run = history.runs[index];
  if (run === undefined || run.purpose !== undefined) return {};
  const pinned = history.revisions.find((revision) => revision.pinned);
  if (pinned?.revision === run.revision) return {};
  const chosen = bestOf(run, pinned?.runs ?? []);
  if (chosen !== undefined) return { run: chosen };
  const earlier = history.runs
    .slice(index + 1)
    .filter((other) => other.revision !== run.revision && other.repliesAt <= run.repliesAt);
  const last = bestOf(run, earlier);
  return { run: last, ...(pinned && { passedOver: passedOver(pinned) }) };
}

export function baselineOf(history: PromptHistory, runId = history.runs[0]?.id): HistoryRun | undefined {
  return baselineChoice(history, runId).run;
}

/** The history with a run that may not be in it yet. */
export function withPlanned(history: PromptHistory, manifest: RunManifest): PromptHistory {
  const { runId: id } = manifest;
  if (history.runs.some((run) => run.id === id)) return history;
  const planned = historyRuns([{ kind: 'run', id, manifest, lastStatus: 'running' }]);
  return { ...history, runs: [...planned, ...history.runs] };
}

function passedOver(pinned: PromptRevision): string {
  const name = revisionTitle(pinned);
  const { runs } = pinned;
  return runs.some(({ status, purpose }) => hasEnded(status) && purpose === undefined)
    ? t`The pinned revision “${name}” has no finished run with a benchmark of this run. Evaluate it with the same benchmarks to compare with it.`
    : t`The pinned revision “${name}” has no finished run. Evaluate it again to compare with it.`;
}

/** The highest rank: all benchmarks, and only the prompt is known to differ. */
const best = 5;

/** `candidates`: latest first. Having all of the run's benchmarks outranks being alike on the shared ones. */
function bestOf(run: HistoryRun, candidates: readonly HistoryRun[]): HistoryRun | undefined {
  let found: { readonly other: HistoryRun; readonly rank: number } | undefined;
  for (const other of candidates) {
    const ids = new Set(other.benchmarks.map(({ id }) => id));
    const shared = run.benchmarks.filter(({ id }) => ids.has(id)).length;
    if (!hasEnded(other.status) || other.purpose !== undefined || shared === 0) continue;
    const rank = (shared === run.benchmarks.length ? 3 : 0) + similarity(run, other);
    // Ties go to the latest, which comes first.
    if (rank > (found?.rank ?? -1)) found = { other, rank };
    // Stops early, since this runs for each run of a long history.
    if (rank === best) break;
  }
  return found?.other;
}

/** 0: models, placement or data differ. 1: judge prompts, student or policy differ. 2: only the prompt differs. */
export function similarity(run: HistoryRun, other: HistoryRun): 0 | 1 | 2 {
  const shared = run.benchmarks.flatMap((entry) => {
    const its = other.benchmarks.find(({ id }) => id === entry.id);
    return its === undefined ? [] : [{ entry, its }];
  });
  const isAlike =
    run.tutor === other.tutor &&
    run.judges.join('\n') === other.judges.join('\n') &&
    shared.every(({ entry, its }) => entry.placement === its.placement && entry.dataHash === its.dataHash);
  if (!isAlike) return 0;
  const isPlayedAlike =
    run.student === other.student &&
    shared.every(
      ({ entry, its }) =>
        isDeepStrictEqual(entry.judgeVersions, its.judgeVersions) && hasSamePolicy(run, other, its.id),
    );
  return isPlayedAlike ? 2 : 1;
}

type Choices = Readonly<Record<string, string | boolean>>;

/** Unknown choices count as the same. */
function hasSamePolicy({ policy: one }: HistoryRun, { policy: other }: HistoryRun, benchmark: string): boolean {
  if (one === undefined || other === undefined) return true;
  const bearing = (choices: Choices): Choices =>
    Object.fromEntries(
      Object.entries(choices).filter(
        ([name]) => policies.get(name)?.isAdditive !== true && isPolicyOf(name, benchmark),
      ),
    );
  return isDeepStrictEqual(bearing(one), bearing(other));
}

/** Maximum further runs opened for a comparison; each one has to be read. */
const mostRuns = 4;
/** In verdicts. A larger run is opened only if it is the newest with its own replies, or the newest rejudging. */
const mostVerdicts = 5_000;
/** In verdicts. A larger run is never opened, since two compared runs are in memory already. */
const mostOfNewest = 100_000;

/**
 * Other runs of the earlier run's prompt that differ from it by chance alone, latest first. `taken`: the compared runs,
 * earlier first. The newest run with its own replies and the newest rejudging are included even if large. The user paid
 * for them to learn more about this text.
 */
export function furtherRunsOf(
  history: PromptHistory,
  run: Pick<HistoryRun, 'revision' | 'benchmarks'>,
  taken: readonly string[],
): readonly string[] {
  const runs = history.revisions.find(({ revision }) => revision === run.revision)?.runs ?? [];
  const wanted = new Map(run.benchmarks.map(({ id, dataHash }) => [id, dataHash]));
  const others = runs.filter(
    ({ id, purpose, summary, benchmarks }) =>
      !taken.includes(id) &&
      purpose === undefined &&
      summary !== undefined &&
      benchmarks.some((entry) => wanted.get(entry.id) === entry.dataHash),
  );
  const earlier = runs.find(({ id }) => id === taken[0]);
  const alike = others.filter((other) => isAlike(other, earlier));
  const able = alike.filter((other) => verdictsOf(other) <= mostOfNewest);
  // If the earlier run is in another store, any rejudging counts.
  const isAgain = ({ rejudgedFrom, repliesAt }: HistoryRun): boolean =>
    earlier === undefined ? rejudgedFrom !== undefined : repliesAt === earlier.repliesAt;
  const newest = [false, true].flatMap((again) => able.find((other) => isAgain(other) === again) ?? []);
  const further = alike.filter((other) => !newest.includes(other) && verdictsOf(other) <= mostVerdicts);
  const opened = new Set([...newest, ...further].slice(0, mostRuns));
  return others.filter((other) => opened.has(other)).map(({ id }) => id);
}

function verdictsOf({ summary }: HistoryRun): number {
  return (summary?.benchmarks ?? []).reduce((sum, { verdicts }) => sum + verdicts, 0);
}

/** Excludes runs with other models, which would be read only to be left out. */
function isAlike(other: HistoryRun, earlier: HistoryRun | undefined): boolean {
  if (earlier === undefined) return true;
  const { tutor, student, judges } = earlier;
  return other.tutor === tutor && other.student === student && other.judges.some((judge) => judges.includes(judge));
}
