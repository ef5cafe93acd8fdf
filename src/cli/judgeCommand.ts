import { assertNoConfirmation, planRejudge, type PlannedRejudge } from '../core/history/planRejudge';
import { planRunAgain } from '../core/history/planRunAgain';
import { presentName, underName } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { askedModels, askedRoles, type RunManifest } from '../core/store/runManifest';
import { createRun } from '../core/store/runStore';
import type { CliContext } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishRun, type RunToFinish } from './finishRun';
import { runChecks } from './runChecks';
import { assertModels, assertServers, judgesOf, newRunFacts, overridesFor, storedJudges } from './modelServers';
import { benchmarksOf, type OpenedRun, openRun } from './openRun';

/** Judges the replies of a stored run again, as a new run without tutor calls. */
export async function judgeCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const opened = await openRun(name, options.store, context);
  const { stored } = opened;
  assertNoConfirmation(stored.manifest);
  const judges =
    options.judge === undefined ? storedJudges(stored.manifest, options, context) : judgesOf(options, context);
  assertModels(judges, options, context);
  // The run's judge prompts stay unless the options name others or the built-in ones.
  const reading = { start: context.cwd, judges, policy: stored.manifest.policy };
  const overrides =
    options.judgePrompts === undefined
      ? undefined
      : await overridesFor(benchmarksOf(stored.manifest, context), options, reading, context);
  const planned = planRejudge(stored, judges, { ...newRunFacts(options, context), overrides }, context.benchmarks);
  const run = await runOfStored(planned, opened, options, context);
  return finishRun({ ...run, checks: await runChecks(run, options, context) }, context);
}

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function runAgainCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const run = await runOfText(await openRun(name, options.store, context), options, context);
  return finishRun({ ...run, checks: await runChecks(run, options, context) }, context);
}

/** Plans the text of a stored run again; `later`: a planned run that is to be compared with it. */
export async function runOfText(
  opened: OpenedRun,
  options: CliOptions,
  context: CliContext,
  later?: RunManifest,
): Promise<RunToFinish> {
  const { stored } = opened;
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertServers(roles, 'use it again', options, context);
  const { benchmarks, providers } = context;
  const planned = planRunAgain(stored, newRunFacts(options, context), benchmarks, providers, later);
  assertModels(askedModels(planned.manifest), options, context);
  return runOfStored({ ...planned, records: [] }, opened, options, context);
}

/** What was planned from a stored run, under the present name of its prompt. */
async function runOfStored(
  { manifest: { prompt, ...facts }, samples, records }: PlannedRejudge,
  { stored, store, root }: OpenedRun,
  options: CliOptions,
  context: CliContext,
): Promise<RunToFinish> {
  const { entries } = await store.revisions.read();
  const manifest = underName({ prompt, ...facts }, presentName(prompt.path, stored.manifest.createdAt, entries));
  const planned = { manifest, samples, records };
  const session = sessionOfRun({ ...planned, problems: stored.problems }, context.benchmarks);
  return { session, store, root, options, caps: capsGiven(options), openWriter: () => createRun(store, planned) };
}
