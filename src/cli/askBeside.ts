import type { PlannedAside } from '../core/history/planAside';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { costRange } from '../core/report/estimateReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import type { RunReport } from '../core/results/reportModel';
import { estimateRun } from '../core/run/estimateRun';
import type { ManifestModel, RunManifest } from '../core/store/runManifest';
import type { StoredRun } from '../core/store/runStore';
import { countWords } from '../core/text/countWords';
import { type CliContext, CliError, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { finishRun } from './finishRun';
import { assertModels, judgesOf, storedJudges } from './modelServers';
import type { FoundRun } from './openRun';
import { printJson } from './printing';
import { readInput } from './readInput';

/** The named judge, else the first of the given run. */
export function judgeBeside(run: RunManifest, options: CliOptions, context: CliContext): ManifestModel {
  const [judge] = options.judge === undefined ? storedJudges(run, options, context) : judgesOf(options, context);
  if (judge === undefined) throw new CliError(`Run ${run.runId} has no judge. Name one with --judge.`);
  return judge;
}

/**
 * Asks a judge what is planned about failing replies, and presents what is known then. With `--estimate` it only says
 * the cost. `about`: the cases. `goOn`: the command that continues. `present` resolves to the exit code.
 */
export async function askBeside(
  { runId, store, root }: FoundRun,
  { session, calls, about, facts }: PlannedAside & { readonly about: string; readonly facts: object },
  { goOn, present }: { readonly goOn: string; readonly present: () => Promise<number> },
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  if (calls > 0) assertModels(session.manifest.judges, options, context);
  const usd = calls === 0 ? { low: 0, high: 0 } : estimateRun(session).usd;
  if (options.estimate === true && options.json === true) printJson({ ...facts, calls, usd: usd ?? null }, context);
  else context.err(`${about}, ${countWords(calls, 'call', 'calls')}, cost: ${costRange(usd)}.\n`);
  if (options.estimate === true) return exitCodes.done;
  if (calls === 0) return present();
  let shown: number | undefined;
  const run = {
    ...{ session, store, root, options, caps: capsGiven(options), tagging: goOn },
    openWriter: () => store.openTagging(runId, { takeOver: options.takeOver }),
    present: async () => {
      shown = await present();
    },
  };
  const code = await finishRun(run, context);
  return code === exitCodes.done ? (shown ?? code) : code;
}

/** Whether a prompt file has another text than the run. Throws `CliError` if it cannot be read. */
export async function hasOtherText(file: string, { manifest: { prompt } }: StoredRun): Promise<boolean> {
  const text = await readInput(file, 'The prompt file', { largest: largestPrompt, links: 'follow' });
  return readPromptFile(prompt.path, text).revision !== prompt.revision;
}

/** Prints a stored run with all answers beside its scores. */
export async function showReport(
  { runId, store }: FoundRun,
  { json }: CliOptions,
  context: CliContext,
): Promise<RunReport> {
  const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
  if (json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
  else context.out(terminalTable(report, context));
  return report;
}
