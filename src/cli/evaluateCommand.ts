import { systemClock } from '../core/engine/clock';
import { comparisonSentence } from '../core/compare/comparisonSentence';
import { createRunSession, type RunSession } from '../core/engine/runSession';
import { createRun } from '../core/store/createRun';
import { FileRunStore } from '../core/store/fileRunStore';
import type { CliContext } from './cliContext';
import { comparisonOf, worseMetrics } from './compareCommand';
import { finishRun } from './finishRun';
import { openRun } from './openRun';
import { planEvaluation, type PlanOptions } from './planEvaluation';
import { checkThresholds, parseThresholds } from './thresholds';

/** Options of `evaluate` as commander hands them over, numbers parsed. */
export interface EvaluateOptions extends PlanOptions {
  readonly concurrency?: number;
  readonly cache: boolean;
  readonly failUnder?: readonly string[];
  readonly baseline?: string;
  readonly html?: string;
  readonly json?: boolean;
}

/** Runs a prompt file against benchmarks. Returns the exit code. */
export async function evaluateCommand(
  promptPath: string,
  options: EvaluateOptions,
  context: CliContext,
): Promise<number> {
  const { planned, choices, root } = await planEvaluation(promptPath, options, context);
  const thresholds = parseThresholds(options.failUnder ?? [], choices.benchmarks);
  const store = new FileRunStore(root);
  const baseline = options.baseline === undefined ? undefined : await openRun(options.baseline, root, context);
  const session = createRunSession(planned.manifest, planned.samples, context.benchmarks);
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: () => createRun(store, planned),
      concurrency: options.concurrency,
      cache: options.cache,
      maxCostUsd: options.maxCost,
      clock: systemClock,
      json: options.json ?? false,
      html: options.html,
      check: (report) => [
        ...checkThresholds(thresholds, report),
        ...(baseline === undefined ? [] : checkBaseline(baseline.session, session, context)),
      ],
    },
    context,
  );
}

/** Says how the run compares with its baseline; one line for each metric that got worse. */
function checkBaseline(before: RunSession, after: RunSession, context: CliContext): readonly string[] {
  const comparison = comparisonOf(before, after, {});
  context.err(`Against ${before.manifest.runId}: ${comparisonSentence(comparison)}\n`);
  return worseMetrics(comparison).map((metric) => `${metric} is worse than in ${before.manifest.runId}.`);
}
