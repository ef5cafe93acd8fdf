import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { rulesOf, understoodSentences } from '../../../src/core/prompt/readRules';
import type { PromptRule } from '../../../src/core/prompt/rules';

/** The rules that the simulated tutor reads in a prompt's body. Lines count from 0. */
export function readRules(body: string): readonly PromptRule[] {
  const { template } = readPromptFile('', '');
  return rulesOf(understoodSentences({ template: { ...template, body }, bodyLine: 0 }));
}
