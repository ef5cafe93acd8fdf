import { comparePair, judgesToCompare } from '../core/compare/comparePair';
import type { Comparison } from '../core/compare/comparison';
import type { RunSession } from '../core/engine/runSession';
import { modelName } from '../core/store/runManifest';
import { CliError } from './cliError';
import type { ComparisonChoices } from './comparisonChoices';

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
  const { across, margin, smallest, allowSimulated } = choices;
  return comparePair(before, after, {
    judges: judge,
    others,
    allowSimulated,
    ...(across === undefined ? {} : { intended: across }),
    ...(margin === undefined ? {} : { margin }),
    ...(smallest === undefined ? {} : { smallest }),
  });
}

function chosenJudge({ manifest }: RunSession, judge: string | undefined): string | undefined {
  const names = manifest.judges.map(modelName);
  if (judge !== undefined && !names.includes(judge))
    throw new CliError(`Run ${manifest.runId} was not judged by ${judge}. It has: ${names.join(', ')}.`);
  return judge;
}
