import { planCites } from '../core/history/planCites';
import { countWords } from '../core/text/countWords';
import { askBeside, hasOtherText, judgeBeside, showReport } from './askBeside';
import { type Command, exitCodes } from './cliContext';
import { capsGiven } from './cliOptions';
import { openRun } from './openRun';
import { warn } from './printing';
import { inShell } from './terminalText';

/** Asks a judge which rules the failing replies of a stored run broke. The answers stay beside its scores. */
export const citeCommand: Command<[prompt: string, run: string]> = async (prompt, name, options, context) => {
  const run = await openRun(name, options.store, context);
  const { runId, root, stored } = run;
  if (await hasOtherText(prompt, stored))
    warn(`Run ${runId} used another text than ${prompt}: the rules are the run’s.`, context);
  const judge = judgeBeside(stored, options, context);
  const request = { targets: options.target ?? [], caps: capsGiven(options) };
  const { metric, cases, ...planned } = planCites(stored, judge, request, context.benchmarks);
  const present = () => showReport(run, options, context).then(() => exitCodes.done);
  const about = `${countWords(cases, 'failing case', 'failing cases')} of ${metric}`;
  const goOn = `Go on with: tutor-prompt-lab rules ${inShell(prompt)} --cite ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { metric, cases } }, { goOn, present }, options, context);
};
