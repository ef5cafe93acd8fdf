import { planCites } from '../core/history/planCites';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { readPromptFile } from '../core/prompt/promptFile';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import { estimateRun } from '../core/run/estimateRun';
import { citesFile } from '../core/store/readJournal';
import { countWords } from '../core/text/countWords';
import { type CliContext, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishRun } from './finishRun';
import { storedJudges } from './judgeCommand';
import { assertModels, judgesOf } from './modelServers';
import { findRun } from './openRun';
import { printJson, warn } from './printing';
import { readInput } from './readInput';
import { inShell } from './terminalText';

/** Asks a judge which rules the failing replies of a stored run broke. The answers stay in the run, beside its scores. */
export async function citeCommand(
  prompt: string,
  name: string,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const { runId, root, store } = await findRun(name, options.store, context);
  const stored = await store.open(runId);
  const { revision } = readPromptFile(prompt, await readInput(prompt, 'The prompt'));
  if (revision !== stored.manifest.prompt.revision)
    warn(`Run ${runId} used another text than ${prompt}: the rules are the run’s.`, context);
  const [judge] =
    options.judge === undefined ? storedJudges(stored.manifest, options, context) : judgesOf(options, context);
  if (judge === undefined) throw new CliError(`Run ${runId} has no judge. Name one with --judge.`);
  assertModels([judge], options, context);
  const caps = capsGiven(options);
  const { session, metric, cases, calls } = planCites(
    stored,
    judge,
    { targets: options.target ?? [], caps },
    context.benchmarks,
  );
  const usd = calls === 0 ? { low: 0, high: 0 } : estimateRun(session).usd;
  if (options.estimate === true && options.json === true)
    printJson({ metric, cases, calls, usd: usd ?? null }, context);
  else
    context.err(
      `${countWords(cases, 'failing case', 'failing cases')} of ${metric}, ${countWords(calls, 'call', 'calls')}, cost: ${costRange(usd)}.\n`,
    );
  if (options.estimate === true) return exitCodes.done;
  const present = async (): Promise<void> => {
    const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
    if (options.json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
    else context.out(terminalTable(report, context));
  };
  if (calls === 0) {
    await present();
    return exitCodes.done;
  }
  const openWriter = () => store.openTagging(runId, {}, citesFile);
  const tagging = `Go on with: tutor-prompt-lab rules ${inShell(prompt)} --cite ${runId} --store ${inShell(root)}`;
  return finishRun({ session, store, root, openWriter, options, caps, present, tagging }, context);
}
