import { assertNoConfirmation, planRejudge, planTagging, type PlannedRejudge } from '../core/history/planRejudge';
import { planReplay } from '../core/history/planReplay';
import { presentName, underName } from '../core/history/promptHistory';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { mergedParameters } from '../core/prompt/modelParameters';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import { estimateRun } from '../core/run/estimateRun';
import { assertConfiguredServers, withOwnPrices } from '../core/run/runChoices';
import { askedModels, askedRoles, type ManifestModel, type RunManifest } from '../core/store/runManifest';
import { createRun } from '../core/store/runStore';
import { countWords } from '../core/text/countWords';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import { capsGiven, type CliOptions, type OneJudgeOptions, parametersGiven } from './cliOptions';
import { finishRun } from './finishRun';
import { runChecks } from './runChecks';
import { assertModels, assertServers, judgesOf, newRunFacts, overridesFor, serversOf } from './modelServers';
import { benchmarksOf, findRun, type OpenedRun, openRun } from './openRun';
import { printJson } from './printing';
import { inShell } from './terminalText';

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
    options.judgeWording === undefined
      ? undefined
      : await overridesFor(benchmarksOf(stored.manifest, context), options, reading, context);
  const planned = planRejudge(stored, judges, { ...newRunFacts(options, context), overrides }, context.benchmarks);
  return finishAgain(planned, opened, options, context);
}

/** Plays the text of a stored run again, as a new run with fresh replies. */
export async function playCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const opened = await openRun(name, options.store, context);
  const { stored } = opened;
  const roles = askedRoles({ ...stored.manifest, rejudgedFrom: undefined });
  assertServers(roles, 'use it again', options, context);
  const { benchmarks, providers } = context;
  const planned = planReplay(stored, newRunFacts(options, context), benchmarks, providers);
  assertModels(askedModels(planned.manifest), options, context);
  return finishAgain({ ...planned, records: [] }, opened, options, context);
}

/** Plays or judges what was planned from a stored run, under the present name of its prompt. */
async function finishAgain(
  { manifest: { prompt, ...facts }, samples, records }: PlannedRejudge,
  { stored, store, root }: OpenedRun,
  options: CliOptions,
  context: CliContext,
) {
  const { entries } = await store.revisions.read();
  const manifest = underName({ prompt, ...facts }, presentName(prompt.path, stored.manifest.createdAt, entries));
  const planned = { manifest, samples, records };
  const session = sessionOfRun({ ...planned, problems: stored.problems }, context.benchmarks);
  const checks = await runChecks({ session, root }, options, context);
  const openWriter = () => createRun(store, planned);
  return finishRun({ session, store, root, options, caps: capsGiven(options), checks, openWriter }, context);
}

/** The run's judges. A stored run may come from anyone, so it must not decide where a key and replies are sent. */
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

/** Asks a judge how the failing replies of a stored run fail. The tags stay in the run and change no score. */
export const tagsCommand: Command<[string], OneJudgeOptions> = async (name, { judge: named, ...options }, context) => {
  const { runId, root, store } = await findRun(name, options.store, context);
  const stored = await store.open(runId);
  const judge = judgeFor(stored.manifest, named, options, context);
  const caps = capsGiven(options);
  const { session, failing } = planTagging(stored, judge, caps, context.benchmarks);
  const show = async (): Promise<number> => {
    const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
    const isMissing = report.benchmarks.some(
      ({ failureTags }) => (failureTags?.failing ?? 0) > (failureTags?.tagged ?? 0),
    );
    if (options.json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
    else context.out(terminalTable(report, context));
    return isMissing ? exitCodes.incomplete : exitCodes.done;
  };
  const left = session.items.length;
  if (left === 0) {
    const tagged = countWords(failing, 'failing reply is', 'failing replies are');
    context.err(`All ${tagged} tagged already; nothing is sent.\n`);
    return show();
  }
  assertModels([judge], options, context);
  const replies = countWords(failing, 'failing reply', 'failing replies');
  context.err(`${replies}, ${countWords(left, 'call', 'calls')}, cost: ${costRange(estimateRun(session).usd)}.\n`);
  let shown: number | undefined;
  const code = await finishRun(
    {
      session,
      store,
      root,
      openWriter: () => store.openTagging(runId, { takeOver: options.takeOver }),
      options,
      caps,
      present: async () => {
        shown = await show();
      },
      tagging: `Go on with: tutor-prompt-lab tags ${runId} --store ${inShell(root)}${named === undefined ? '' : ` --judge ${inShell(named)}`}`,
    },
    context,
  );
  return code === exitCodes.done ? (shown ?? code) : code;
};

/** The named judge, else the run's first judge that is a language model. */
function judgeFor(manifest: RunManifest, named: string | undefined, options: CliOptions, context: CliContext) {
  const [first] =
    named === undefined
      ? storedJudges({ judges: manifest.judges.filter(({ simulated }) => !simulated) }, options, context)
      : judgesOf({ ...options, judge: [named] }, context);
  if (first !== undefined) return first;
  throw new CliError(
    `Run ${manifest.runId} was judged offline, and failure tags need a language model. Name one, for instance --judge openai:MODEL.`,
  );
}
