import { newRunId } from '../core/run/planRun';
import { assertConfiguredServers, withOwnPrices } from '../core/run/serverAddress';
import { mergedParameters } from '../core/prompt/modelParameters';
import { asksAnew, planRejudge, startRejudge } from '../core/history/planRejudge';
import { presentName, underName } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import type { ManifestModel, RunManifest } from '../core/store/runManifest';
import type { CliContext } from './cliContext';
import { capsGiven, type CliOptions, parametersGiven } from './cliOptions';
import { finishRun } from './finishRun';
import { assertModels, judgesOf, serversOf, withConnections, wordingsFor } from './modelServers';
import { benchmarksOf, openRun } from './openRun';
import { assertWritable } from './printing';

/** Judges the replies of a stored run again, as a run of its own; no call goes to a tutor. */
export async function judgeCommand(name: string, options: CliOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable({ option: '--html', file: options.html, makesFolders: true }, context);
  const { runId, root, store } = await openRun(name, options.store, context);
  const stored = await store.open(runId);
  const judges =
    options.judge === undefined ? storedJudges(stored.manifest, options, context) : judgesOf(options, context);
  const caps = capsGiven(options);
  assertModels(judges, options, context);
  // The run's own wordings stay unless others are named, or the built-in ones asked for.
  const wordings =
    options.judgeWording === undefined
      ? undefined
      : await wordingsFor(
          benchmarksOf(stored.manifest, context),
          options,
          { start: context.cwd, judges, policy: stored.manifest.policy },
          context,
        );
  const planned = planRejudge(
    stored,
    judges,
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: context.version,
      ...caps,
      batch: options.batch ?? false,
      wordings,
    },
    context.benchmarks,
  );
  const { samples, records } = planned;
  const { prompt } = planned.manifest;
  const { entries } = await store.revisions.read();
  const manifest = underName(planned.manifest, presentName(prompt.path, stored.manifest.createdAt, entries));
  return finishRun(
    {
      session: sessionOfRun({ manifest, samples, records, problems: stored.problems }, context.benchmarks),
      store,
      root,
      openWriter: () => startRejudge(store, { manifest, samples, records }),
      options: asksAnew(stored.manifest, judges) ? { ...options, cache: false } : options,
      caps,
    },
    context,
  );
}

/** The run's own judges. A run is a file that may come from anywhere: it does not decide where a key and the replies are sent. */
export function storedJudges(
  { judges }: Pick<RunManifest, 'judges'>,
  options: CliOptions,
  context: CliContext,
): readonly ManifestModel[] {
  assertConfiguredServers(
    { judges },
    serversOf(options, context),
    'Name that server with --judge-base-url to ask it again, or another judge with --judge.',
  );
  const set = parametersGiven(options)?.judge;
  return withOwnPrices(judges, context.providers).map((judge) =>
    set === undefined || judge.simulated ? judge : { ...judge, parameters: mergedParameters([set, judge.parameters]) },
  );
}
