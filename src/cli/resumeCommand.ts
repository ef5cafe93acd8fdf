import { isCalibration } from '../core/calibration/calibrationSession';
import { systemClock } from '../core/engine/clock';
import { assertCapHolds } from '../core/engine/priceCap';
import { capsOfStretch } from '../core/engine/runCaps';
import { assertConfiguredServers, withOwnPrices } from '../core/engine/serverAddress';
import { assertLeftBatches } from './assertBatches';
import { assertWritable } from './assertWritable';
import { capsGiven, type CapOptions } from './capOptions';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { disagreementFile } from './disagreementFile';
import { finishRun } from './finishRun';
import { FileBatchLog } from '../core/store/batchLog';
import { askedModels, askedRoles } from '../core/store/runManifest';
import { serversOf, withConnections, type ServerOptions } from './modelServers';
import { openRun } from './openRun';
import { resumeCalibration } from './resumeCalibration';
import { runChecks, type CheckChoices } from './runChecks';

/** Options of `resume`, numbers parsed. */
export interface ResumeOptions extends ServerOptions, CapOptions, CheckChoices {
  readonly store?: string;
  readonly concurrency?: number;
  readonly cache: boolean;
  readonly cancelBatches?: boolean;
  /** Takes the run's lock from a process that shows no sign of life. */
  readonly takeOver?: boolean;
  readonly majority?: boolean;
  readonly html?: string;
  readonly disagreements?: string;
  /** Of a calibration in the built-in wording: the folder of the own ones that are to follow. */
  readonly judgeWording?: string;
  readonly json?: boolean;
}

/** Finishes a run that was cut off: same prompt, samples and models; what was answered is not asked again. */
export async function resumeCommand(name: string, options: ResumeOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable({ option: '--html', file: options.html, makesFolders: true }, context);
  const listed = { option: '--disagreements', file: disagreementFile(options.disagreements), makesFolders: false };
  await assertWritable(listed, context);
  const { runId, root, store, session } = await openRun(name, options.store, context);
  const { caps, byHand } = capsOfStretch({
    started: session.manifest,
    last: session.state.caps,
    named: capsGiven(options),
  });
  assertConfiguredServers(
    askedRoles(session.manifest),
    serversOf(options, context),
    'Name that server with --tutor-base-url, --judge-base-url or --student-base-url to go on with it.',
  );
  assertCapHolds(withOwnPrices(askedModels(session.manifest), context.providers), caps);
  const cancelBatches = options.cancelBatches === true;
  if (cancelBatches) await assertLeftBatches(session, new FileBatchLog(store.directoryOf(runId)));
  const going = {
    store,
    root,
    openWriter: () => store.reopen(runId, { takeOver: options.takeOver }),
    concurrency: options.concurrency,
    // A judge that is asked again may be asked for its noise, of which a cache has none.
    cache: options.cache && session.manifest.rejudgedFrom === undefined,
    // Nothing is sent when batches are cancelled, and a cap would keep calls from the answers that are paid for.
    caps: cancelBatches ? {} : caps,
    byHand,
    cancelBatches,
    clock: systemClock,
    json: options.json ?? false,
    majority: options.majority,
  };
  if (isCalibration(session)) {
    if (options.baseline !== undefined || options.failUnder !== undefined)
      throw new CliError(
        `${runId} is a calibration, which has no scores of a prompt: leave out --baseline and --fail-under.`,
      );
    return resumeCalibration(
      { ...going, session, disagreements: options.disagreements, notes: [] },
      options.judgeWording,
      context,
    );
  }
  const { judgeWording, disagreements } = options;
  if (judgeWording !== undefined || disagreements !== undefined) {
    const option = judgeWording === undefined ? '--disagreements' : '--judge-wording';
    throw new CliError(`${option} goes with a calibration, and ${runId} is none. Leave it out.`);
  }
  const benchmarks = session.manifest.benchmarks.flatMap(({ id }) => context.benchmarks.get(id) ?? []);
  const checks = await runChecks({ session, root, benchmarks }, options, context);
  return finishRun({ ...going, ...checks, session, html: options.html }, context);
}
