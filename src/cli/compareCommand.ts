import { comparePair, judgesToCompare } from '../core/compare/compareRuns';
import type { Comparison } from '../core/compare/comparison';
import { comparisonJson } from '../core/compare/comparisonJson';
import {
  comparedMark,
  comparisonAnswer,
  comparisonOutcome,
  type LabelledComparison,
  whatIsCompared,
} from '../core/compare/comparisonWords';
import { noiseRunsOf } from '../core/history/baseline';
import { historyOfRun, promptHistory } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { comparisonText } from '../core/report/comparisonText';
import { runTrust, withJudgeDoubts } from '../core/report/runTrust';
import type { RunSession } from '../core/run/runSession';
import { modelName } from '../core/store/runManifest';
import type { RunStore } from '../core/store/runStore';
import { type CliContext, CliError, exitCodes } from './cliContext';
import type { CliOptions, OneJudgeOptions } from './cliOptions';
import { type OpenedRun, openEvaluation, trustCards, unfinishedRun } from './openRun';
import { warn } from './printing';
import { foreignText } from './terminalText';

/**
 * Compares two stored runs on the samples they share. Exits with 1 when the second is worse at something or nothing could be tested;
 * throws `CliError` when no metric has a value in both.
 */
export async function compareCommand(
  before: string,
  after: string,
  options: OneJudgeOptions,
  context: CliContext,
): Promise<number> {
  const first = await openEvaluation(before, options.store, context);
  const second = await openEvaluation(after, options.store, context);
  const unfinished = [...new Set([first, second].flatMap(({ session }) => unfinishedRun(session) ?? []))];
  const { label, others } = await comparedHistory(first.store, first.session, second.session, context);
  const plain = compareSessions(first.session, second.session, options, others);
  const comparison = withJudgeDoubts(plain, runTrust(second.session, await trustCards(second, context)));
  const outcome = comparisonOutcome(comparison);
  if (outcome.kind === 'nothing') throw new CliError([outcome.reason, ...unfinished].join(' '));
  for (const sentence of unfinished) warn(sentence, context);
  if (options.json === true) context.document(comparisonJson(comparison, label));
  else context.out(comparisonText(comparison, context, label));
  if (outcome.kind === 'tested') return outcome.worse.length > 0 ? exitCodes.failedCheck : exitCodes.done;
  const mending =
    comparison.withoutVerdicts === true
      ? ' Compare runs of a real model, or add --allow-simulated to try the check out.'
      : '';
  context.err(`failed: No metric could be tested. ${foreignText(comparisonAnswer({ comparison, label }))}${mending}\n`);
  return exitCodes.failedCheck;
}

/**
 * The comparison of two runs with the words that the panel gives: the same judges, the same view of what is meant, the same noise.
 * `others` are runs of the earlier run's text. Throws `CliError` for a judge that a run lacks, and for a run beside itself.
 */
export function compareSessions(
  before: RunSession,
  after: RunSession,
  choices: OneJudgeOptions,
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
  const { allowSimulated, across: intended, margin, smallest } = choices;
  return comparePair(before, after, { judges: judge, others, allowSimulated, intended, margin, smallest });
}

function chosenJudge({ manifest }: RunSession, judge: string | undefined): string | undefined {
  const names = manifest.judges.map(modelName);
  if (judge !== undefined && !names.includes(judge))
    throw new CliError(`Run ${manifest.runId} was not judged by ${judge}. It has: ${names.join(', ')}.`);
  return judge;
}

/**
 * Reads the label that somebody gave to the earlier run's text, and other runs of it: how far they fall apart is noise. The history is that
 * of its prompt under whichever name it has by now.
 */
async function comparedHistory(
  store: RunStore,
  before: RunSession,
  after: RunSession,
  context: CliContext,
): Promise<{ readonly label: string | undefined; readonly others: readonly RunSession[] }> {
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
  if (unfinished !== undefined) warn(unfinished, context);
  return baseline;
}

/** Compares a run with its baseline. */
export async function baselineOfRun(
  baseline: OpenedRun,
  after: RunSession,
  { across, margin, smallest, allowSimulated }: CliOptions,
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
