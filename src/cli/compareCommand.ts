import { comparisonAnswer } from '../core/compare/comparisonAnswer';
import { comparisonJson } from '../core/compare/comparisonJson';
import { comparisonOutcome } from '../core/compare/comparisonOutcome';
import { comparisonText } from '../core/compare/comparisonText';
import { withJudgeDoubts } from '../core/report/judgeDoubts';
import { runTrust } from '../core/report/runTrust';
import { CliError, exitCodes, type CliContext } from './cliContext';
import { comparedHistory, compareSessions, type JudgeChoices } from './comparedRuns';
import type { ComparisonChoices } from './cliOptions';
import { foreignText } from './terminalText';
import { openEvaluation, trustCards, unfinishedRun } from './openRun';

/** Options of `compare`. */
export interface CompareOptions extends ComparisonChoices, JudgeChoices {
  readonly store?: string;
  readonly json?: boolean;
}

/**
 * Compares two stored runs on the samples they share. Exits with 1 when the second is worse at something or nothing could be tested;
 * throws `CliError` when no metric has a value in both.
 */
export async function compareCommand(
  before: string,
  after: string,
  options: CompareOptions,
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
  for (const sentence of unfinished) context.err(`warning: ${foreignText(sentence)}\n`);
  if (options.json === true) context.document(comparisonJson(comparison, label));
  else context.out(comparisonText(comparison, { width: context.width, color: context.color }, label));
  if (outcome.kind !== 'tested') {
    const answer = foreignText(comparisonAnswer({ comparison, label }));
    const mending =
      comparison.withoutVerdicts === true
        ? ' Compare runs of a real model, or add --allow-simulated to try the check out.'
        : '';
    context.err(`failed: No metric could be tested. ${answer}${mending}\n`);
    return exitCodes.failedCheck;
  }
  return outcome.worse.length > 0 ? exitCodes.failedCheck : exitCodes.done;
}
