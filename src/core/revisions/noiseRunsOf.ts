import type { HistoryRun } from './historyRun';
import type { PromptHistory } from './promptHistory';

/** Runs that are opened to read the noise from; more make it surer, and each has to be read. */
const mostRuns = 4;
/** Verdicts of a run beyond which it is opened only where it is the newest that tells of the tutor, or of the judge. */
const mostVerdicts = 5_000;
/** Verdicts of a run beyond which it is never opened for its noise alone: it has to be in memory beside the two that are compared. */
const mostOfNewest = 100_000;

/** What a run evaluated, as its manifest or a history has it. */
export interface EvaluatedData {
  readonly revision: string;
  readonly benchmarks: readonly { readonly id: string; readonly dataHash: string }[];
}

/**
 * Other runs of the earlier run's text that have what it has: they differ by chance alone. The latest first. `taken` are the runs that are
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

/** Whether it has the replies of the earlier run, judged another time. Where that one stands in another store, any judging anew counts. */
function isJudgedAgain(other: HistoryRun, earlier: HistoryRun | undefined): boolean {
  return earlier === undefined ? other.rejudgedFrom !== undefined : other.repliesAt === earlier.repliesAt;
}

/** A large run that some other model had a part in would be read to be left out. */
function isAlike(other: HistoryRun, earlier: HistoryRun | undefined): boolean {
  if (earlier === undefined) return true;
  const { tutor, student, judges } = earlier;
  return other.tutor === tutor && other.student === student && other.judges.some((judge) => judges.includes(judge));
}
