import { planCites } from '../core/history/planCites';
import { countWords } from '../core/text/countWords';
import { askBeside, hasOtherText, judgeBeside, showReport } from './askBeside';
import { type CliContext, exitCodes } from './cliContext';
import { capsGiven, type CliOptions } from './cliOptions';
import { openRun } from './openRun';
import { warn } from './printing';
import { inShell } from './terminalText';

/** Asks a judge which rules the failing replies of a stored run broke. The answers stay beside its scores. */
export async function citeCommand(
  prompt: string,
  name: string,
  options: CliOptions,
  context: CliContext,
): Promise<number> {
  const run = await openRun(name, options.store, context);
  const { runId, root, stored } = run;
  if (await hasOtherText(prompt, stored))
    warn(`Run ${runId} used another text than ${prompt}: the rules are the run’s.`, context);
  const judge = judgeBeside(stored, options, context);
  const request = { targets: options.target ?? [], caps: capsGiven(options) };
  const { metric, cases, ...planned } = planCites(stored, judge, request, context.benchmarks);
  const present = async (): Promise<number> => {
    await showReport(run, options, context);
    return exitCodes.done;
  };
  const about = `${countWords(cases, 'failing case', 'failing cases')} of ${metric}`;
  const goOn = `Go on with: tutor-prompt-lab rules ${inShell(prompt)} --cite ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { metric, cases } }, { goOn, present }, options, context);
}
