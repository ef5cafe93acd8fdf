import path from 'node:path';
import { planEdits } from '../core/history/planEdits';
import { largestPrompt, readPromptFile } from '../core/prompt/promptFile';
import { bodyWithout } from '../core/prompt/withoutRules';
import { spentWords } from '../core/results/editEvidence';
import { RuleTest, withRuleTest } from '../core/run/ruleTest';
import { type CliContext, CliError, type Command, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { citeCommand, suggestCommand } from './failingCaseCommands';
import { printEstimate } from './estimateCommand';
import { newRun } from './evaluateCommand';
import { finishRun } from './finishRun';
import { planEvaluation } from './planEvaluation';
import { readInput } from './readInput';

/** Tests which rules of a prompt do something. With `--estimate` or `--without` nothing is written or sent. */
export async function rulesCommand(promptPath: string, options: CliOptions, context: CliContext): Promise<number> {
  if (options.cite !== undefined) return citeCommand(promptPath, options.cite, options, context);
  const { planned: ordinary, root } = await planEvaluation(promptPath, options, context);
  if ('records' in ordinary) throw new CliError('Recorded replies cannot be played without a rule.');
  const planned = withRuleTest(ordinary, context.benchmarks);
  const { manifest } = planned;
  const { groups } = new RuleTest(manifest);
  if (options.without !== undefined) {
    const group = groups.find((rules) => rules.some(({ number }) => number === options.without));
    const numbers = groups.flat().map(({ number }) => number);
    if (group === undefined)
      throw new CliError(`Rule ${options.without} cannot be left out. These can: ${numbers.join(', ')}.`);
    context.document(`${bodyWithout(readPromptFile('', manifest.prompt.text), group)}\n`);
    return exitCodes.done;
  }
  const rules = groups.map((group) => group.map(({ number, text, from: line }) => ({ number, text, line })));
  const lines = rules.map((group) => `  ${group.map(({ number, text }) => `${number}. ${text}`).join(' · ')}\n`);
  const head = `Rules that are left out, those on one line together:\n${lines.join('')}\n`;
  if (options.estimate === true) return printEstimate({ planned, root }, options, context, { head, rules });
  context.err(head);
  return finishRun(newRun({ planned, root }, options, context), context);
}

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
    const { edits: { level } = {} } = planned.manifest;
    const tail = level === undefined ? (files.length > 1 ? dropping : '') : `${spentWords(level)}\n`;
    return printEstimate({ planned, root }, options, context, { tail });
  }
  return finishRun(newRun({ planned, root }, options, context), context);
};
