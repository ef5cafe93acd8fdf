import { systemClock } from '../core/engine/clock';
import { createRunSession } from '../core/engine/runSession';
import { FileRunStore } from '../core/store/fileRunStore';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { planEvaluation, type PlanOptions } from './planEvaluation';
import { checkThresholds, parseThresholds } from './thresholds';

/** Options of `evaluate` as commander hands them over, numbers parsed. */
export interface EvaluateOptions extends PlanOptions {
  readonly concurrency?: number;
  readonly cache: boolean;
  readonly failUnder?: readonly string[];
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
  const session = createRunSession(planned.manifest, planned.samples, context.benchmarks);
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: async () => {
        for (const image of planned.images) await store.images.put(image);
        return store.create(planned.manifest, planned.samples);
      },
      concurrency: options.concurrency,
      cache: options.cache,
      maxCostUsd: options.maxCost,
      clock: systemClock,
      json: options.json ?? false,
      html: options.html,
      check: (report) => checkThresholds(thresholds, report),
    },
    context,
  );
}
