import { compareRuns } from '../core/compare/compareRuns';
import type { Comparison } from '../core/compare/comparison';
import { comparisonAnswer, type LabelledComparison } from '../core/compare/comparisonAnswer';
import { comparisonOutcome } from '../core/compare/comparisonOutcome';
import { intendedDifferences } from '../core/compare/intendedDifferences';
import { judgesToCompare } from '../core/compare/judgesToCompare';
import { noiseBand } from '../core/compare/noiseBand';
import { runDifferences } from '../core/compare/runDifferences';
import { whatIsCompared } from '../core/compare/whatIsCompared';
import type { RunSession } from '../core/engine/runSession';
import { comparedMark } from '../core/report/understoodPrompt';
import { historyOfRun } from '../core/revisions/historyOfRun';
import { noiseRunsOf } from '../core/revisions/noiseRunsOf';
import { promptHistory } from '../core/revisions/promptHistory';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import { modelName } from '../core/store/runManifest';
import type { RunStore } from '../core/store/runStore';
import { CliError, type CliContext } from './cliContext';
import type { ComparisonChoices } from './cliOptions';
import { openEvaluation, unfinishedRun, type OpenedRun } from './openRun';
import { foreignText } from './terminalText';

/** Whose verdicts count: `judge` for both runs, the others for one of them. */
export interface JudgeChoices {
  readonly judge?: string;
  readonly judgeBefore?: string;
  readonly judgeAfter?: string;
}

/**
 * The comparison of two runs with the words that the panel gives: the same judges, the same view of what is meant, the same noise.
 * `others` are runs of the earlier run's text. Throws `CliError` for a judge that a run lacks, and for a run beside itself.
 */
export function compareSessions(
  before: RunSession,
  after: RunSession,
  choices: ComparisonChoices & JudgeChoices,
  others: readonly RunSession[],
): Comparison {
  const usual = judgesToCompare(before.manifest, after.manifest);
  const judge = {
    before: chosenJudge(before, choices.judgeBefore ?? choices.judge) ?? usual.before,
    after: chosenJudge(after, choices.judgeAfter ?? choices.judge) ?? usual.after,
  };
  if (before.manifest.runId === after.manifest.runId && judge.before === judge.after) {
    throw new CliError(
      `Run ${after.manifest.runId} is the same on both sides. Name another run, or two of its judges with --judge-before and --judge-after.`,
    );
  }
  const samePrompt = before.manifest.prompt.revision === after.manifest.prompt.revision;
  const { seed } = after.manifest;
  return compareRuns(before, after, {
    judge,
    seed,
    noise: noiseBand([before, ...others], { judge: judge.before, seed }),
    others,
    allowSimulated: choices.allowSimulated,
    intended: choices.across ?? intendedDifferences(runDifferences(before, after, judge), samePrompt),
    ...(choices.margin === undefined ? {} : { margin: choices.margin }),
    ...(choices.smallest === undefined ? {} : { smallest: choices.smallest }),
  });
}

function chosenJudge({ manifest }: RunSession, judge: string | undefined): string | undefined {
  const names = manifest.judges.map(modelName);
  if (judge !== undefined && !names.includes(judge))
    throw new CliError(`Run ${manifest.runId} was not judged by ${judge}. It has: ${names.join(', ')}.`);
  return judge;
}

/** What the store of the earlier run knows of its text. */
interface ComparedHistory {
  /** The label that somebody gave to the text. */
  readonly label: string | undefined;
  /** Other runs of the text: how far they fall apart is noise. */
  readonly others: readonly RunSession[];
}

/** Reads label and other runs of the earlier run's text, in the history of its prompt under whichever name that has by now. */
export async function comparedHistory(
  store: RunStore,
  before: RunSession,
  after: RunSession,
  context: CliContext,
): Promise<ComparedHistory> {
  const { prompt, benchmarks } = before.manifest;
  const { revision } = prompt;
  const listings = await store.summaries();
  const later = await promptHistory(store, after.manifest.prompt.path, { listings });
  const history = await historyOfRun(store, before.manifest.runId, later, () => Promise.resolve(listings));
  const taken = [before.manifest.runId, after.manifest.runId];
  const opened = await Promise.allSettled(
    noiseRunsOf(history, { revision, benchmarks }, taken).map(async (id) =>
      sessionOfRun(await store.open(id), context.benchmarks),
    ),
  );
  return {
    label: history.revisions.find((one) => one.revision === revision)?.label,
    // One that is damaged says nothing of the noise, and is none of this command's business.
    others: opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  };
}

/** Opens the run named by `--baseline`, with a warning where it has not come to its end. */
export async function openBaseline(
  name: string,
  storeOption: string | undefined,
  context: CliContext,
): Promise<OpenedRun> {
  const baseline = await openEvaluation(name, storeOption, context);
  const unfinished = unfinishedRun(baseline.session);
  if (unfinished !== undefined) context.err(`warning: ${foreignText(unfinished)}\n`);
  return baseline;
}

/** Compares a run with its baseline. */
export async function baselineOfRun(
  baseline: OpenedRun,
  after: RunSession,
  { across, margin, smallest, allowSimulated }: ComparisonChoices,
  context: CliContext,
): Promise<LabelledComparison> {
  const { label, others } = await comparedHistory(baseline.store, baseline.session, after, context);
  // Nothing else of a command's options: the `judge` of `evaluate` says who judges the new run, not whose verdicts count.
  const choices = { across, margin, smallest, allowSimulated };
  return { comparison: compareSessions(baseline.session, after, choices, others), label };
}

/** Says on standard error what stands in the way, what is compared and what came of it. */
export function sayBaseline(compared: LabelledComparison, context: CliContext): void {
  const { comparison } = compared;
  if (comparison.benchmarks.length === 0) return;
  const open = comparison.differences.filter(
    ({ kind, breaks }) => (breaks && !comparison.intended.includes(kind)) || kind === 'benchmark',
  );
  const lines = [
    ...open.map(({ meaning, before, after }) => `warning: ${meaning} (${before} → ${after})`),
    whatIsCompared(comparison),
    comparisonAnswer(compared),
    ...(comparison.judgeDoubts === undefined ? [] : [`note: ${comparison.judgeDoubts.sentence}`]),
  ];
  for (const line of lines) context.err(`${foreignText(line)}\n`);
}

/** Reasons to fail: a line for each metric that got worse, or one when no metric could be tested. */
export function checkBaseline({ comparison }: LabelledComparison): readonly string[] {
  const outcome = comparisonOutcome(comparison);
  const { id } = comparison.before;
  if (outcome.kind !== 'tested') return [`No metric could be tested against ${id}. ${outcome.reason}`];
  return outcome.worse.map((metric) => `${metric} is worse than in ${id}.${comparedMark(comparison)}`);
}
