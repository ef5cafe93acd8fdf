import { startRecorded } from '../core/run/recorded/planRecorded';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { createRun } from '../core/store/runStore';
import { FileRunStore } from '../core/store/fileRunStore';
import type { CliContext } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishRun } from './finishRun';
import { withConnections } from './modelServers';
import { planEvaluation } from './planEvaluation';
import { assertWritable } from './printing';
import { runChecks } from './runChecks';

/** Runs a prompt file against benchmarks. */
export async function evaluateCommand(promptPath: string, options: CliOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable('--html', options.html, context);
  const { planned, root } = await planEvaluation(promptPath, options, context);
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
      options,
      caps: capsGiven(options),
      checks: await runChecks({ session, root }, options, context),
    },
    context,
  );
}
