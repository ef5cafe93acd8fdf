import path from 'node:path';
import { planEdits } from '../core/history/planEdits';
import { largestPrompt } from '../core/prompt/promptFile';
import { CliError, type Command } from './cliContext';
import { printEstimate } from './estimateCommand';
import { newRun } from './evaluateCommand';
import { finishRun } from './finishRun';
import { planEvaluation } from './planEvaluation';
import { readInput } from './readInput';
import { suggestCommand } from './failingCaseCommands';

const dropping = 'The worst edit is dropped after each look, so that a race sends less.\n';

/** Races edited prompts on the one half of the samples; with `--confirm`, measures one of them on the other half. */
export const editsCommand: Command<[string, readonly string[]]> = async (promptPath, files, options, context) => {
  if (options.suggest !== undefined) return suggestCommand(promptPath, options.suggest, options, context);
  if (files.length === 0) throw new CliError('Name the edited prompts, or a run with --suggest.');
  const { planned: ordinary, root } = await planEvaluation(promptPath, options, context);
  if ('records' in ordinary) throw new CliError('Recorded replies cannot be played with another prompt.');
  const texts = await Promise.all(
    files.map(async (file) => ({
      title: path.basename(file),
      text: await readInput(file, 'The edited prompt', { largest: largestPrompt, links: 'follow' }),
    })),
  );
  const planned = await planEdits(ordinary, texts, { root, ...options }, context.benchmarks);
  if (options.estimate === true) {
    return printEstimate({ planned, root }, options, context, { tail: files.length > 1 ? dropping : '' });
  }
  return finishRun(newRun({ planned, root }, options, context), context);
};
