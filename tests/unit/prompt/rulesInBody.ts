import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { understoodSentences } from '../../../src/core/prompt/readRules';
import type { RuleId } from '../../../src/core/prompt/rules';

/** The rules that the simulated tutor reads in a prompt's body. */
export function readRules(body: string): readonly RuleId[] {
  const { template } = readPromptFile('', '');
  return understoodSentences({ template: { ...template, body }, bodyLine: 0 }).flatMap(({ rules }) => rules);
}
