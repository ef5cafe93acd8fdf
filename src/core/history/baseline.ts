import { isDeepStrictEqual } from 'node:util';
import { isPolicyOf, policies } from '../benchmark/protocolPolicy';
import { boundedText } from '../text/boundedText';
import { shortenRevision } from '../results/headerFacts';
import type { HistoryRun, PromptHistory, PromptRevision } from './promptHistory';

const finished: ReadonlySet<string> = new Set(['completed', 'incomplete']);

/** The revision that was evaluated last before this one; `undefined` for the first one and for one that is not there. */
export function previousRevision(history: PromptHistory, revision: string): PromptRevision | undefined {
  const index = history.runs.findIndex((run) => run.revision === revision);
  if (index < 0) return undefined;
  const before = history.runs.slice(index).find((run) => run.revision !== revision);
  return history.revisions.find((one) => one.revision === before?.revision);
}

interface BaselineChoice {
  readonly run?: HistoryRun;
  /** Why the pinned revision is not it, in a sentence; absent where nothing is pinned, where it is, and for its own runs. */
  readonly passedOver?: string;
}

/**
 * The run that a run is measured against: one of the pinned revision, else the last finished one before it of another
 * revision; in both cases one with all benchmarks of the run before one with some, one with the same tutor, judge models, placement
 * and data before any other, and among those one of the same judge prompts, student and choices of protocol. Without a run when there is
 * none, and for a run of the pinned revision itself. `runId`: the latest run unless given.
 */
export function baselineChoice(history: PromptHistory, runId = history.runs[0]?.id): BaselineChoice {
  const index = history.runs.findIndex((run) => run.id === runId);
  const run = history.runs[index];
  if (run === undefined) return {};
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

function passedOver({ revision, label, runs }: PromptRevision): string {
  const name = boundedText(label ?? shortenRevision(revision), 80);
  return runs.some(({ status }) => finished.has(status))
    ? `The pinned revision “${name}” has no finished run with a benchmark of this run. Evaluate it with the same benchmarks to measure against it.`
    : `No run of the pinned revision “${name}” came to its end. Evaluate it again to measure against it.`;
}

/** The highest rank: all benchmarks of the run, and nothing that is known differs but the prompt. */
const best = 5;

/** `candidates`: the latest first. One with all that the run has counts more than one that is alike in what both have. */
function bestOf(run: HistoryRun, candidates: readonly HistoryRun[]): HistoryRun | undefined {
  let found: { readonly other: HistoryRun; readonly rank: number } | undefined;
  for (const other of candidates) {
    const ids = new Set(other.benchmarks.map(({ id }) => id));
    const shared = run.benchmarks.filter(({ id }) => ids.has(id)).length;
    if (!finished.has(other.status) || shared === 0) continue;
    const rank = (shared === run.benchmarks.length ? 3 : 0) + likeness(run, other);
    // Of equals the latest, which came first.
    if (rank > (found?.rank ?? -1)) found = { other, rank };
    // A long history would be ranked to its end for each of its runs.
    if (rank === best) break;
  }
  return found?.other;
}

/** 0 where other models, placement or data make two runs hard to compare, 2 where nothing that is known differs but the prompt. */
function likeness(run: HistoryRun, other: HistoryRun): 0 | 1 | 2 {
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

/** Choices that are not known are taken to be the same. */
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

/** Runs that are opened to read the noise from; more make it surer, and each has to be read. */
const mostRuns = 4;
/** Verdicts of a run beyond which it is opened only where it is the newest that tells of the tutor, or of the judge. */
const mostVerdicts = 5_000;
/** Verdicts beyond which a run is never opened for its noise alone: it is in memory beside the two that are compared. */
const mostOfNewest = 100_000;

interface EvaluatedData {
  readonly revision: string;
  readonly benchmarks: readonly { readonly id: string; readonly dataHash: string }[];
}

/**
 * Other runs of the earlier run's text that differ from it by chance alone, the latest first. `taken` are the runs that are
 * compared, the earlier one first. The newest run with replies of its own and the newest judging of the earlier run's replies are
 * among them also where they are large, so that somebody who paid for one of them learns the noise from it.
 */
export function noiseRunsOf(history: PromptHistory, run: EvaluatedData, taken: readonly string[]): readonly string[] {
  const runs = history.revisions.find(({ revision }) => revision === run.revision)?.runs ?? [];
  const wanted = new Map(run.benchmarks.map(({ id, dataHash }) => [id, dataHash]));
  const others = runs.filter(
    ({ id, summary, benchmarks }) =>
      !taken.includes(id) &&
      summary !== undefined &&
      benchmarks.some((entry) => wanted.get(entry.id) === entry.dataHash),
  );
  const earlier = runs.find(({ id }) => id === taken[0]);
  const able = others.filter((other) => verdictsOf(other) <= mostOfNewest && isAlike(other, earlier));
  const newest = [false, true].flatMap((again) => able.find((other) => isJudgedAgain(other, earlier) === again) ?? []);
  const further = others.filter((other) => !newest.includes(other) && verdictsOf(other) <= mostVerdicts);
  const opened = new Set([...newest, ...further].slice(0, mostRuns));
  return others.filter((other) => opened.has(other)).map(({ id }) => id);
}

function verdictsOf({ summary }: HistoryRun): number {
  return (summary?.benchmarks ?? []).reduce((sum, { verdicts }) => sum + verdicts, 0);
}

/** Where the earlier run stands in another store, any judging anew counts. */
function isJudgedAgain(other: HistoryRun, earlier: HistoryRun | undefined): boolean {
  return earlier === undefined ? other.rejudgedFrom !== undefined : other.repliesAt === earlier.repliesAt;
}

/** A large run that some other model had a part in would be read to be left out. */
function isAlike(other: HistoryRun, earlier: HistoryRun | undefined): boolean {
  if (earlier === undefined) return true;
  const { tutor, student, judges } = earlier;
  return other.tutor === tutor && other.student === student && other.judges.some((judge) => judges.includes(judge));
}
