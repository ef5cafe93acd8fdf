import { readPromptFile } from '../core/prompt/promptFile';
import { bodyWithout } from '../core/prompt/withoutRules';
import { RuleTest, withRuleTest } from '../core/run/ruleTest';
import { type CliContext, CliError, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { citeCommand } from './failingCaseCommands';
import { printEstimate } from './estimateCommand';
import { newRun } from './evaluateCommand';
import { finishRun } from './finishRun';
import { planEvaluation } from './planEvaluation';

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
