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
import { capsGiven, type CliOptions, optionNamed } from './cliOptions';
import { finishCalibration } from './finishCalibration';
import { finishRun, type RunToFinish } from './finishRun';
import { freshBaseline } from './freshBaseline';
import { runOfText } from './judgeCommand';
import { assertServers, newRunFacts } from './modelServers';
import { benchmarksOf, openEvaluation, openRun } from './openRun';
import { planEvaluation, type PlannedEvaluation } from './planEvaluation';
import { runChecks } from './runChecks';
import path from 'node:path';
import { readGitState } from '../core/history/git';
import { planExplore } from '../core/history/planExplore';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { assertPromptFits, type PlannedRun } from '../core/run/planRun';
import { storedPromptPath } from '../core/store/storeFolder';
import { comparedHistory } from './compareCommand';
import { hasEnded } from '../core/store/statusTexts';
import { spentTogether } from '../core/run/runState';
import { foreignText } from './terminalText';
import { readInput } from './readInput';

/** Runs a prompt file against benchmarks. */
export async function evaluateCommand(promptPath: string, options: CliOptions, context: CliContext): Promise<number> {
  const { explore } = options;
  const { planned, root } =
    explore === undefined
      ? await planEvaluation(promptPath, options, context)
      : await planExploration(promptPath, explore, options, context);
  const run = newRun({ planned, root }, options, context);
  const checks = await runChecks(run, options, context);
  const ready = await afterBaseline({ ...run, checks }, context);
  return typeof ready === 'number' ? ready : finishRun(ready, context);
}

/** The run once its baseline was run afresh, if need be; or the exit code if that did not come to its end. */
async function afterBaseline(run: RunToFinish, context: CliContext): Promise<RunToFinish | number> {
  const fresh = await freshBaseline(run, run.options, context);
  if (fresh === undefined) return run;
  let { name } = fresh;
  let spentBefore;
  for (const line of fresh.lines) context.err(`${foreignText(line)}\n`);
  if (name === undefined) {
    const plain = { ...run.options, json: false, html: undefined };
    const again = await runOfText(fresh.opened, plain, context, run.session.manifest);
    const code = await finishRun({ ...again, present: () => Promise.resolve() }, context);
    if (!hasEnded(again.session.state.status?.status)) {
      context.err('The prompt was not evaluated, because its baseline has not been run again to the end.\n');
      return code;
    }
    name = again.store.directoryOf(again.session.manifest.runId);
    spentBefore = spentTogether([again.session]);
  }
  const options = { ...run.options, baseline: name };
  return { ...run, options, spentBefore, checks: await runChecks(run, options, context) };
}

export function newRun({ planned, root }: PlannedEvaluation, options: CliOptions, context: CliContext): RunToFinish {
  const store = new FileRunStore(root);
  return {
    session: sessionOfRun({ records: [], ...planned, problems: [] }, context.benchmarks),
    store,
    root,
    openWriter: (caps) => createEditsRun(store, root, planned, { caps, benchmarks: context.benchmarks }),
    options,
    caps: capsGiven(options),
  };
}

/** Finishes an interrupted run with the same prompt, samples and models. Answered calls are not repeated. */
export async function resumeCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const { cancelBatches = false, takeOver, baseline, failUnder, disagreements } = options;
  const continuation = { judgeAll: options.judgeAll, runAll: options.runAll };
  const { runId, root, store, session } = await openRun(name, options.store, context, 'any', continuation);
  const { manifest, state } = session;
  const { caps, byHand } = capsOfAttempt({ started: manifest, last: state.caps, named: capsGiven(options) });
  assertServers(askedRoles(manifest), 'go on with it', options, context);
  assertCapHolds(withOwnPrices(askedModels(manifest), context.providers), caps);
  if (cancelBatches && (await leftBatches(session, new FileBatchLog(store.directoryOf(runId)))).length === 0)
    throw new CliError(
      `Run ${runId} has no batches under way, so --cancel-batches has nothing to do. Leave it out to go on with the run.`,
    );
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

const ownChoices = {
  ...{ benchmark: true, samples: true, replies: true, tutor: true, judge: true, student: true, limit: true },
  ...{ seed: true, repeats: true, placement: true, target: true, guard: true, baseline: true, failUnder: true },
} satisfies Partial<Record<keyof CliOptions, true>>;

/** Plans to play the failing cases of a run with a prompt file. Throws `CliError` and what reading the run throws. */
async function planExploration(
  promptPath: string,
  named: string,
  options: CliOptions,
  context: CliContext,
): Promise<{ readonly planned: PlannedRun; readonly root: string }> {
  const [contrary] = Object.keys(options).filter((name) => name in ownChoices && options[name as keyof CliOptions]);
  if (contrary !== undefined)
    throw new CliError(`--explore plays as the run did, and checks nothing. Leave out ${optionNamed(contrary)}.`);
  const file = path.resolve(context.cwd, promptPath);
  const text = await readInput(promptPath, 'The prompt file', { largest: largestPrompt, links: 'follow' });
  const { session, store, stored, root } = await openEvaluation(named, options.store, context);
  const { manifest } = session;
  const prompt = readPromptFile(storedPromptPath(root, promptPath), text);
  assertPromptFits(prompt, benchmarksOf(manifest, context), context.benchmarks);
  assertServers(askedRoles(manifest), 'explore with it', options, context);
  assertCapHolds(withOwnPrices(askedModels(manifest), context.providers), capsGiven(options));
  const { others } = await comparedHistory(store, session, session, context);
  const promptFacts = { prompt, promptName: path.basename(promptPath), git: await readGitState(file) };
  const request = { ...newRunFacts(options, context), ...promptFacts, others };
  return { planned: planExplore(stored, request, context.benchmarks), root };
}
