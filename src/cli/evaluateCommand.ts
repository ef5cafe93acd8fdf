import { systemClock } from '../core/engine/clock';
import { startRecorded } from '../core/recorded/planRecorded';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import { createRun } from '../core/store/runStore';
import { FileRunStore } from '../core/store/fileRunStore';
import { assertWritable } from './assertWritable';
import { capsGiven } from './capOptions';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { withConnections } from './modelServers';
import { planEvaluation, type PlanOptions } from './planEvaluation';
import { runChecks, type CheckChoices } from './runChecks';

/** Options of `evaluate` as commander hands them over, numbers parsed. */
export interface EvaluateOptions extends PlanOptions, CheckChoices {
  readonly concurrency?: number;
  readonly cache: boolean;
  readonly majority?: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

/** Runs a prompt file against benchmarks. Returns the exit code. */
export async function evaluateCommand(
  promptPath: string,
  options: EvaluateOptions,
  given: CliContext,
): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable({ option: '--html', file: options.html, makesFolders: true }, context);
  const { planned, choices, root } = await planEvaluation(promptPath, options, context);
  const store = new FileRunStore(root);
  const recorded = 'records' in planned ? planned : undefined;
  const { manifest, samples } = planned;
  const session = sessionOfRun(
    { manifest, samples, records: recorded?.records ?? [], problems: [] },
    context.benchmarks,
  );
  return finishRun(
    {
      session,
      store,
      root,
      openWriter: () => (recorded === undefined ? createRun(store, planned) : startRecorded(store, recorded)),
      concurrency: options.concurrency,
      cache: options.cache,
      caps: capsGiven(options),
      clock: systemClock,
      json: options.json ?? false,
      majority: options.majority,
      html: options.html,
      ...(await runChecks({ session, root, benchmarks: choices.benchmarks }, options, context)),
    },
    context,
  );
}
