import { estimateRun } from '../core/engine/estimateRun';
import { observeLengths } from '../core/engine/observedLengths';
import { createRunSession } from '../core/engine/runSession';
import { estimateJson, estimateText } from '../core/report/estimateReport';
import { recentRuns } from '../core/store/readJournal';
import type { CliContext } from './cliContext';
import { withConnections } from './modelServers';
import { planEvaluation, type PlanOptions } from './planEvaluation';

/** Options of `estimate`: those of `evaluate` that say what a run is made of. */
export interface EstimateOptions extends PlanOptions {
  readonly json?: boolean;
}

/** Prints what an `evaluate` with the same options would send and cost. Writes and sends nothing. */
export async function estimateCommand(
  promptPath: string,
  options: EstimateOptions,
  given: CliContext,
): Promise<number> {
  const context = await withConnections(options, given);
  const { planned, root } = await planEvaluation(promptPath, options, context);
  const { manifest } = planned;
  const lengths = await observeLengths(manifest, recentRuns(root));
  const estimate = estimateRun(createRunSession(manifest, planned.samples, context.benchmarks), lengths);
  if (options.json === true) context.document(`${JSON.stringify(estimateJson(manifest, estimate), undefined, 2)}\n`);
  else context.out(estimateText(manifest, estimate));
  return 0;
}
