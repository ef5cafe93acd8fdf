import { describe, expect, test } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import { bodyWithout, testableGroups } from '../../../src/core/prompt/withoutRules';

/** The body without the rules of these numbers, and the numbers of those that a test can leave out. */
function left(text: string, ...numbers: readonly number[]) {
  const file = readPromptFile('', text);
  const rules = promptRules(file);
  return {
    body: bodyWithout(
      file,
      rules.filter(({ number }) => numbers.includes(number)),
    ),
    groups: testableGroups(file, rules).map((group) => group.map(({ number }) => number)),
  };
}

describe('a prompt without some of its rules', () => {
  test('numbers a list anew and takes continued lines with their item', () => {
    const text =
      '---\nbenchmarks: [mrbench]\n---\nYou are a tutor.\n\n1. Ask.\n2. Keep it\n   short.\n3. Praise effort.\n';
    expect(left(text, 3).body).toBe('You are a tutor.\n\n1. Ask.\n2. Praise effort.');
  });

  test('leaves other numbers alone: a list that starts elsewhere, a year in a sentence', () => {
    expect(left('Hello there.\n\n3. Ask.\n4. Praise.\n\n1999. was a year.\n', 2).body).toBe(
      'Hello there.\n\n3. Praise.\n\n1999. was a year.',
    );
  });

  test('takes one sentence out of its paragraph, over a line break and with bold marks', () => {
    const text = 'You are a tutor. Be kind to **the student**. Never\ngive the answer. Ask.\n';
    expect(left(text, 3).body).toBe('You are a tutor. Be kind to **the student**. Ask.');
    expect(left(text, 2).body).toBe('You are a tutor. Never\ngive the answer. Ask.');
  });

  test('drops a heading and a lead-in whose rules have all gone, and keeps those that have some left', () => {
    const text = '# Style\n\nWhen they are wrong:\n- Say so.\n- Ask again.\n\n# More\n\n- Use words.\n';
    expect(left(text, 1, 2).body).toBe('# More\n\n- Use words.');
    expect(left(text, 1).body).toContain('When they are wrong:\n- Ask again.');
  });

  test('never leaves out the opening, a variable, a locked rule or the head of a nested list', () => {
    const text =
      'You are a tutor.\n\n- Greet {{name}}.\n- Ask one question.\n- Stay polite. <!-- keep -->\n- Praise:\n  - effort\n  - courage\n';
    expect(left(text).groups).toEqual([[3], [6], [7]]);
  });

  test('tests rules below one heading together where there are more than 24', () => {
    const list = (title: string): string =>
      `# ${title}\n\n${Array.from({ length: 13 }, (_, index) => `- Rule ${title} ${index}.`).join('\n')}\n`;
    expect(left(`${list('one')}\n${list('two')}`).groups.map(({ length }) => length)).toEqual([13, 13]);
  });
});
