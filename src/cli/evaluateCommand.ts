import { createEditsRun } from '../core/history/planEdits';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { leftBatches } from '../core/run/batch/batchPlan';
import { assertCapHolds } from '../core/run/priceCap';
import { capsOfAttempt } from '../core/run/runCaps';
import { withOwnPrices } from '../core/run/runChoices';
import { FileBatchLog } from '../core/store/batchLog';
import { FileRunStore } from '../core/store/fileRunStore';
import { askedModels, askedRoles } from '../core/store/runManifest';
import { isCalibration } from '../core/trust/calibrationSession';
import { type CliContext, CliError } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishCalibration } from './finishCalibration';
import { finishRun, type RunToFinish } from './finishRun';
import { assertServers } from './modelServers';
import { openRun } from './openRun';
import { planEvaluation, type PlannedEvaluation } from './planEvaluation';
import { planExploration } from './planExploration';
import { runChecks } from './runChecks';

/** Runs a prompt file against benchmarks. */
export async function evaluateCommand(promptPath: string, options: CliOptions, context: CliContext): Promise<number> {
  const { explore } = options;
  const { planned, root } =
    explore === undefined
      ? await planEvaluation(promptPath, options, context)
      : await planExploration(promptPath, explore, options, context);
  const run = newRun({ planned, root }, options, context);
  return finishRun({ ...run, checks: await runChecks(run, options, context) }, context);
}

export function newRun({ planned, root }: PlannedEvaluation, options: CliOptions, context: CliContext): RunToFinish {
  const store = new FileRunStore(root);
  return {
    session: sessionOfRun({ records: [], ...planned, problems: [] }, context.benchmarks),
    store,
    root,
    openWriter: () => createEditsRun(store, root, planned),
    options,
    caps: capsGiven(options),
  };
}

/** Finishes an interrupted run with the same prompt, samples and models. Answered calls are not repeated. */
export async function resumeCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const { cancelBatches = false, takeOver, baseline, failUnder, disagreements } = options;
  const continuation = { judgeAll: options.judgeAll, playAll: options.playAll };
  const { runId, root, store, session } = await openRun(name, options.store, context, 'any', continuation);
  const { manifest, state } = session;
  const { caps, byHand } = capsOfAttempt({ started: manifest, last: state.caps, named: capsGiven(options) });
  assertServers(askedRoles(manifest), 'go on with it', options, context);
  assertCapHolds(withOwnPrices(askedModels(manifest), context.providers), caps);
  if (cancelBatches && (await leftBatches(session, new FileBatchLog(store.directoryOf(runId)))).length === 0) {
    throw new CliError(
      `Run ${runId} has no batches under way, so --cancel-batches has nothing to do. Leave it out to go on with the run.`,
    );
  }
  const run = {
    store,
    root,
    openWriter: () => store.reopen(runId, { takeOver }),
    options,
    // Cancelling sends nothing, and a cap would block answers that are already paid for.
    caps: cancelBatches ? {} : caps,
    byHand,
    continuation,
  };
  if (isCalibration(session)) {
    if (baseline === undefined && failUnder === undefined)
      return finishCalibration({ ...run, session, notes: [] }, context);
    throw new CliError(
      `${runId} is a calibration, which has no scores of a prompt: leave out --baseline and --fail-under.`,
    );
  }
  if (disagreements !== undefined)
    throw new CliError(`--disagreements applies only to calibrations, and ${runId} is not one. Leave it out.`);
  return finishRun({ ...run, session, checks: await runChecks({ session, root }, options, context) }, context);
}
