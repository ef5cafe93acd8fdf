import path from 'node:path';
import { planSuggestions } from '../core/history/planSuggestions';
import { FileEditLog } from '../core/store/editLog';
import { countWords } from '../core/text/countWords';
import { askBeside, hasOtherText, judgeBeside } from './askBeside';
import { CliError, type Command, exitCodes } from './cliContext';
import { capsGiven } from './cliOptions';
import { openRun } from './openRun';
import { printJson, writeNamed } from './printing';
import { foreignText, inShell } from './terminalText';

/** Asks a model for edits of one rule each, from failures that repeat. With `--out`, writes each edited prompt. */
export const suggestCommand: Command<[prompt: string, run: string]> = async (prompt, name, options, context) => {
  const run = await openRun(name, options.store, context);
  const { runId, root, store, stored } = run;
  const { explored, prompt: played } = stored.manifest;
  if (explored === undefined)
    throw new CliError(
      `Run ${runId} has each case once, and a failure may be chance. Play the failing cases again with: tutor-prompt-lab evaluate ${inShell(prompt)} --explore ${runId}`,
    );
  if (await hasOtherText(prompt, stored))
    throw new CliError(`${prompt} is not the text that run ${runId} played. Evaluate and explore it again.`);
  const original = await store.open(explored.run);
  const judge = judgeBeside(stored, options, context);
  const dismissed = await new FileEditLog(root).dismissalsOf(played.path);
  const request = { targets: options.target ?? [], caps: capsGiven(options), dismissed };
  const { stable, proposedIn, ...planned } = planSuggestions(stored, original, judge, request, context.benchmarks);
  const present = async (): Promise<number> => {
    const all = proposedIn(await store.open(runId));
    const files: string[] = [];
    for (const [index, { title, why, failure, cases, text, refused }] of all.entries()) {
      const lines = [
        `${index + 1}. ${title}`,
        `   ${refused === undefined ? why : `Refused: ${refused}`}`,
        `   For ${countWords(cases, 'case', 'cases')}: ${failure}`,
      ];
      if (options.json !== true) context.out(lines.map((line) => `${foreignText(line)}\n`).join(''));
      if (options.out === undefined || text === undefined) continue;
      const file = path.join(options.out, `edit-${index + 1}.md`);
      files.push(await writeNamed({ file, makesFolders: true, shown: 'the edited prompt' }, text, context));
    }
    if (options.json === true) printJson({ schemaVersion: 1, runId, stable, suggestions: all }, context);
    if (files.length > 0)
      context.err(`Race them: tutor-prompt-lab edits ${[prompt, ...files].map((file) => inShell(file)).join(' ')}\n`);
    return exitCodes.done;
  };
  const about = `${countWords(stable, 'case fails', 'cases fail')} again`;
  const goOn = `Go on with: tutor-prompt-lab edits ${inShell(prompt)} --suggest ${runId} --store ${inShell(root)}`;
  return askBeside(run, { ...planned, about, facts: { stable } }, { goOn, present }, options, context);
};
