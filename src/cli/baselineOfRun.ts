import { comparisonAnswer, comparisonOutcome, type LabelledComparison } from '../core/compare/comparisonSentence';
import { whatIsCompared } from '../core/compare/comparisonWords';
import type { RunSession } from '../core/engine/runSession';
import { comparedMark } from '../core/report/simulatedWords';
import type { CliContext } from './cliContext';
import { comparedHistory } from './comparedHistory';
import { compareSessions } from './compareSessions';
import type { ComparisonChoices } from './comparisonChoices';
import { foreignText } from './foreignText';
import { openEvaluation, type OpenedRun } from './openRun';
import { unfinishedRun } from './unfinishedRun';

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
