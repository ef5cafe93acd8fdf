import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { readRules } from './rulesInBody';
import type { RuleId } from '../../../src/core/prompt/rules';

/** Each names a rule, and none asks for it plainly and always: a reading would be the contrary, or not said. */
const misleading: readonly string[] = [
  '**Never do this:**\n- Ask guiding questions\n- Be brief',
  'Example of a bad prompt:\nNever give the answer. Ask questions.',
  '## What students do\nAsk questions.',
  'Never give the answer (unless asked).',
  'Never just give the answer; always include the full working as well.',
  "Don't only give the answer, explain every step.",
  'Do not merely state the solution.',
  'Either ask questions or explain the idea.',
  'Hide the answer in your reply.',
  '<example>\nNever give the answer. Ask one question.\n</example>',
  '<!--\nNever give the answer.\n-->',
  'Usually ask one question per turn.',
  'Old version:\n\nAsk one question. Be patient.',
];

const rules = (body: string): readonly RuleId[] => [...new Set(readRules(body))].sort();

describe('readRules, of prompts that mislead', () => {
  it.each(misleading)('reads nothing in %j', (body) => {
    expect(rules(body)).toEqual([]);
  });

  it('reads the cases of a list item', () => {
    expect(
      rules(
        'Before you write, decide: right, wrong or lost.\n\n- Wrong: say so. Ask one question.\n- Lost: try another way.',
      ),
    ).toEqual(['adaptWhenConfused', 'askQuestions', 'oneQuestion', 'pointOutMistake']);
  });

  it('does not take a ban on a thing for its contrary', () => {
    expect(
      rules(
        'Never give the answer. When the student asks you to give it, stay kind. Tell them whether the answer is right.',
      ),
    ).toEqual(['affirmCorrect', 'noFinalAnswer', 'pointOutMistake']);
    expect(
      rules('First solve the problem yourself. Never give the solution, reveal it, or write the answer down.'),
    ).toEqual(['noFinalAnswer']);
    expect(
      rules(
        'Keep to these rules.\n\n- Never give the answer (e.g. as a check).\n- Keep your replies short (two or three sentences).',
      ),
    ).toEqual(['concise', 'noFinalAnswer']);
  });
});

describe('readRules, of the prompts that come with the product', () => {
  const baselines = new Map([...benchmarks.values()].flatMap((one) => one.baselines.map(({ id, text }) => [id, text])));
  const file = (name: string): string =>
    readPromptFile(name, readFileSync(`test-fixtures/workspace/${name}`, 'utf8')).template.body;

  it.each<readonly [name: string, text: string, ...rules: RuleId[]]>([
    [
      'guideeval/original',
      baselines.get('guideeval/original') ?? '',
      'adaptWhenConfused',
      'askQuestions',
      'easierWhenWrong',
      'nextStep',
      'noFinalAnswer',
      'oneQuestion',
    ],
    [
      'guideeval/rule',
      baselines.get('guideeval/rule') ?? '',
      'adaptWhenConfused',
      'affirmCorrect',
      'askQuestions',
      'classifyReply',
      'deepenWhenRight',
      'easierWhenWrong',
      'explain',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
    ],
    [
      'guideeval/designed',
      baselines.get('guideeval/designed') ?? '',
      'adaptWhenConfused',
      'affirmCorrect',
      'askQuestions',
      'classifyReply',
      'easierWhenWrong',
      'explain',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
    ],
    [
      'socratesbench/socratic',
      baselines.get('socratesbench/socratic') ?? '',
      'adaptWhenConfused',
      'askQuestions',
      'easierWhenWrong',
      'nextStep',
      'noFinalAnswer',
      'noSteps',
      'oneQuestion',
      'onlyTaught',
    ],
    ['socratesbench/plain', baselines.get('socratesbench/plain') ?? '', 'encourage', 'explain'],
    [
      'kmp-dialogue/principles',
      baselines.get('kmp-dialogue/principles') ?? '',
      'affirmCorrect',
      'askQuestions',
      'concise',
      'deepenWhenRight',
      'encourage',
      'explain',
      'locateMistake',
      'modelThinking',
      'nextStep',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
      'practice',
    ],
    [
      'original.tutor.md',
      file('original.tutor.md'),
      'adaptWhenConfused',
      'askQuestions',
      'easierWhenWrong',
      'nextStep',
      'noFinalAnswer',
      'oneQuestion',
    ],
    [
      'rule.tutor.md',
      file('rule.tutor.md'),
      'adaptWhenConfused',
      'affirmCorrect',
      'askQuestions',
      'classifyReply',
      'deepenWhenRight',
      'easierWhenWrong',
      'encourage',
      'explain',
      'locateMistake',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
    ],
    [
      'prompts/slow.prompt.md',
      file('prompts/slow.prompt.md'),
      'affirmCorrect',
      'askQuestions',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
    ],
  ])('still understands %s', (_, text, ...expected) => {
    expect(rules(text)).toEqual(expected);
  });
});
