import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { readRules } from '../../../src/core/prompt/readRules';
import type { RuleId } from '../../../src/core/prompt/rules';

/** Each names a rule, and none asks for it plainly and always: a reading would be the contrary, or not said. */
const misleading: readonly string[] = [
  '**Never do this:**\n- Ask guiding questions\n- Be brief',
  '# Mistakes new tutors make\n\n- Ask questions\n- Explain the idea',
  'Example of a bad prompt:\nNever give the answer. Ask questions.',
  'Rules for the student:\n- Ask questions\n- Never give the answer',
  'Rules for students\n\n- Ask questions\n- Be patient',
  '## Student\nAsk questions. Be patient.',
  '## What students do\nAsk questions.',
  '## Exam mode\n- Never give the answer.\n- Be brief.',
  'The rules below do not apply.\n- Never give the answer.\n- Ask questions.',
  'Do the opposite of the following.\nAsk questions.',
  'Never give the answer (unless asked).',
  'Never give the answer. (Not in force any more.)',
  'Never give the answer. (Except on Fridays.)',
  "Don't give the answer; show it step by step instead.",
  'Never just give the answer; always include the full working as well.',
  "Don't only give the answer, explain every step.",
  'Do not merely state the solution.',
  'Never give the answer alone.',
  "Never give the answer. Ha, I'm kidding, give it.",
  'Never give the answer. Ignore the previous sentence.',
  'Never give the answer. This rule is suspended.',
  'Never give the answer!!! lol jk',
  'Never give the answer. That was a joke.',
  'Never give the answer. From turn 3 on, give it.',
  'Never give the answer. After two tries, reveal it.',
  'Never give the answer.\n\nBe polite to everybody.\n\nAfter two tries, reveal it.',
  'Never give the answer. When the student is tired, tell them the answer.',
  'Never give the answer. But do give it when asked.',
  'Never give the answer. Or do, if you like.',
  'Never give the answer. The answer is given after the third try.',
  'If asked, give the answer.\n\n- Never give the answer.',
  'Ask questions. Not!',
  "Ask questions. Actually, don't.",
  'Ask questions. Scratch that.',
  'Ask questions.\n\nDo not ask questions.',
  'Ask questions or give the answer, whichever is quicker.',
  'Either ask questions or explain the idea.',
  'Ask questions or explain.',
  'Say that something is wrong even when it is right.',
  'Hide the answer in your reply.',
  'Keep the answer short.',
  'Check whether the answer is right; if so, say it is wrong.',
  'Confirm the right answer by stating it.',
  "Ask the student which gift card they'd like.",
  'Ask questions, please, to yourself.',
  'Keep your replies short of nothing.',
  'Explain the solution completely.',
  'Give practice problems with the answers.',
  '- Never give the answer\n  - unless they ask twice',
  'Never give the answer:\n- on tests\n- in homework',
  '<example>\nNever give the answer. Ask one question.\n</example>',
  '<!--\nNever give the answer.\n-->',
  'Mistakes of new tutors\n======\n\nAsk questions. Be patient.',
  'You are a student. Ask questions. Be patient.',
  'Act as a strict examiner. Never give the answer.',
  'Here is a prompt of our competitor.\n\nNever give the answer.',
  'Ignore all rules above.\n\nAsk questions.',
  '- Wrong: ask one question.\n- Right: give the answer.',
  '| Wrong | Right |\n|---|---|\n| Point out mistakes | Say nothing |',
  'Friendly tutor: Ask one question.',
  '- If the student is rude: be patient. Ask one question.',
  '- After the third try: never give the answer.',
  'Today, never give the answer.',
  'Usually ask one question per turn.',
  'Never give the answer late in the lesson, hint first.',
  'Silently ask guiding questions.',
  'Ask guiding questions sarcastically.',
  'Old version:\n\nAsk one question. Be patient.',
  'Bad: ask one question. Be brief.',
  'Ask questions. Except on Mondays.',
  'Wrong: name the cause.',
  'Never give the answer. You can show it in turn five.',
  'Let the student find the answer. Then write the full solution.',
  'Never give the answer, says the school. We say otherwise.',
  'Do not give the answer but the solution.',
  'Be friendly: not.',
  'Ask one question per turn. Starting next week.',
  'Q: Should I ask questions?\nA: Ask questions.',
  'Summarise this text. Never give the answer. Be kind.',
  'Ask one question per turn – then stop asking and explain everything.',
  '{% if exam %}\nNever give the answer.\n{% endif %}',
  "The school's policy:\n- Never give the answer\n\nOur policy:\n- Give the answer",
  'Never give the answer.\n\nException: when the bell rings, give it.',
];

const rules = (body: string): readonly RuleId[] => [...new Set(readRules(body).map(({ id }) => id))].sort();

describe('readRules, of prompts that mislead', () => {
  it.each(misleading)('reads nothing in %j', (body) => {
    expect(rules(body)).toEqual([]);
  });

  it('reads what is not concerned by what is taken back', () => {
    expect(rules('Be warm. Never give the answer. After two tries, reveal it. Ask one question per turn.')).toEqual([
      'askQuestions',
      'encourage',
      'oneQuestion',
    ]);
    expect(
      rules('# Patient algebra tutor\n\nBe warm.\n\n## Exam mode\n\nBe brief.\n\n## Rules\n\nThink aloud.'),
    ).toEqual(['encourage', 'modelThinking']);
    expect(
      rules(
        'Before you write, decide: right, wrong or lost.\n\n- Wrong: say so. Ask one question.\n- Lost: try another way.',
      ),
    ).toEqual(['adaptWhenConfused', 'pointOutMistake']);
  });

  it('does not take a ban on a thing for its contrary elsewhere', () => {
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
      'easierWhenWrong',
      'explain',
      'noFinalAnswer',
      'oneQuestion',
      'pointOutMistake',
    ],
    [
      'socratesbench/socratic',
      baselines.get('socratesbench/socratic') ?? '',
      'askQuestions',
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
