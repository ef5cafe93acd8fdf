import { planCites } from '../core/history/planCites';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { readPromptFile } from '../core/prompt/promptFile';
import { evaluateJson } from '../core/report/evaluateJson';
import { terminalTable } from '../core/report/terminalTable';
import { buildReport } from '../core/results/buildReport';
import { countWords } from '../core/text/countWords';
import { askBeside, judgeBeside } from './askBeside';
import type { CliContext } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { openRun } from './openRun';
import { printJson, warn } from './printing';
import { readInput } from './readInput';
import { inShell } from './terminalText';

/** Asks a judge which rules the failing replies of a stored run broke. The answers stay beside its scores. */
export async function citeCommand(
  prompt: string,
  name: string,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const run = await openRun(name, options.store, context);
  const { runId, root, store, stored } = run;
  const { revision } = readPromptFile(prompt, await readInput(prompt, 'The prompt'));
  if (revision !== stored.manifest.prompt.revision)
    warn(`Run ${runId} used another text than ${prompt}: the rules are the run’s.`, context);
  const judge = judgeBeside(stored, options, context);
  const request = { targets: options.target ?? [], caps: capsGiven(options) };
  const { metric, cases, ...planned } = planCites(stored, judge, request, context.benchmarks);
  const present = async (): Promise<void> => {
    const report = buildReport(sessionOfRun(await store.open(runId), context.benchmarks));
    if (options.json === true) printJson(evaluateJson(report, store.directoryOf(runId)), context);
    else context.out(terminalTable(report, context));
  };
  const about = `${countWords(cases, 'failing case', 'failing cases')} of ${metric}`;
  const goOn = `Go on with: tutor-prompt-lab rules ${inShell(prompt)} --cite ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { metric, cases } }, { goOn, present }, options, context);
}
