import { systemClock } from '../core/engine/clock';
import { assertCapHolds } from '../core/engine/priceCap';
import { assertConfiguredServers, withOwnPrices } from '../core/engine/serverAddress';
import { mergedParameters } from '../core/providers/modelParameters';
import { newRunId } from '../core/engine/runId';
import { asksAnew, planRejudge, startRejudge } from '../core/revisions/planRejudge';
import { presentName, underName } from '../core/revisions/promptNames';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import type { ManifestModel, RunManifest } from '../core/store/runManifest';
import { assertBatches } from './assertBatches';
import { assertWritable } from './assertWritable';
import { capsGiven, type CapOptions } from './capOptions';
import type { CliContext } from './cliContext';
import { finishRun } from './finishRun';
import { judgesOf } from './judgesOf';
import { wordingsFor, type JudgeWordingOption, type WordingsByBenchmark } from './judgeWordingOption';
import { serversOf, withConnections, type ServerOptions } from './modelServers';
import { parametersGiven, type ParameterOptions } from './parameterOptions';
import { openRun } from './openRun';
import { reportShutdowns } from './reportShutdowns';

/** Options of `judge`, numbers parsed. */
export interface JudgeOptions extends ServerOptions, ParameterOptions, CapOptions, JudgeWordingOption {
  readonly judge?: readonly string[];
  readonly store?: string;
  readonly concurrency?: number;
  readonly batch?: boolean;
  readonly cache: boolean;
  readonly majority?: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

/** Judges the replies of a stored run again, as a run of its own; no call goes to a tutor. */
export async function judgeCommand(name: string, options: JudgeOptions, given: CliContext): Promise<number> {
  const context = await withConnections(options, given);
  await assertWritable({ option: '--html', file: options.html, makesFolders: true }, context);
  const { runId, root, store } = await openRun(name, options.store, context);
  const stored = await store.open(runId);
  const judges =
    options.judge === undefined ? storedJudges(stored.manifest, options, context) : judgesOf(options, context);
  const caps = capsGiven(options);
  assertCapHolds(judges, caps);
  reportShutdowns(judges, context);
  if (options.batch === true) assertBatches(judges, context);
  const planned = planRejudge(
    stored,
    judges,
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: context.version,
      ...caps,
      batch: options.batch ?? false,
      wordings: await wordingsOf(stored.manifest, judges, options, context),
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
      concurrency: options.concurrency,
      cache: options.cache && !asksAnew(stored.manifest, judges),
      caps,
      clock: systemClock,
      json: options.json ?? false,
      majority: options.majority,
      html: options.html,
    },
    context,
  );
}

/** The run's own judges. A run is a file that may come from anywhere: it does not decide where a key and the replies are sent. */
export function storedJudges(
  { judges }: RunManifest,
  options: ServerOptions & ParameterOptions,
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

/** The run's own wordings stay unless others are named, or the built-in ones asked for. */
async function wordingsOf(
  { benchmarks, policy }: RunManifest,
  judges: readonly ManifestModel[],
  options: JudgeWordingOption,
  context: CliContext,
): Promise<WordingsByBenchmark | undefined> {
  if (options.judgeWording === undefined) return undefined;
  const known = benchmarks.flatMap(({ id }) => context.benchmarks.get(id) ?? []);
  return wordingsFor(known, options, { start: context.cwd, judges, policy }, context);
}
