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

  test('takes an example with its rule', () => {
    expect(left('You are a tutor.\n\n- Ask.\n\n  > Why?\n\n- Be kind.\n', 2).body).toBe(
      'You are a tutor.\n\n- Be kind.',
    );
    const text = 'You are a tutor. Ask **so**. <!-- note -->\n<example>\nWhy?\n</example>\nBe kind to them.\n';
    expect(left(text, 2).body).toBe('You are a tutor.\nBe kind to them.');
    expect(left(text, 1).body).toContain('Ask **so**. <!-- note -->\n<example>');
  });

  test('keeps lines with only a tag, takes a pair of tags with the rule between them, and a table whole', () => {
    const text = '<rules>\nNever give it.\n- Be warm.\n</rules>\n<rule>Ask why.</rule>\n<rule>Be kind.</rule>\n';
    expect(left(text, 2, 3).body).toBe('<rules>\nNever give it.\n</rules>\n<rule>Be kind.</rule>');
    expect(left('<a>\nAsk why.\nBe kind.\n</a>\n\n<b>\n1. Stop.\n</b>\n', 1, 2, 3).body).toBe('<a>\n</a>\n\n<b>\n</b>');
    expect(left('- Ask so.\n  <note>\n  Why?\n  </note>\n- Be kind.\n', 1).body).toBe('- Be kind.');
    const table = 'Be Mika. Do so.\n| If | Say. |\n|---|---|\n| wrong. | No. |\n\nStop here.\n';
    expect(left(table, 3).body).toBe('Be Mika. Do so.\n\nStop here.');
  });

  test('leaves a paragraph that is too long to be found', () => {
    const text = `You are a tutor.\n\n${'no end\n'.repeat(19_000)}\nBe kind. Ask why.\n`;
    expect(left(text).groups).toEqual([[3], [4]]);
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
    expect(left('- Answer so:\n  ```\n  {}\n  ```\n- Ask.\n- Be kind.\n').groups).toEqual([[2], [3]]);
  });

  const list = (title: string, length: number): string =>
    `# ${title}\n\n${Array.from({ length }, (_, index) => `- Rule ${title} ${index}.`).join('\n')}\n\n`;

  test('tests more than 24 rules in groups of neighbours of nearly equal size, and none is lost', () => {
    for (const [text, count] of [
      [list('one', 26), 26],
      [`You are Mika. ${Array.from({ length: 30 }, (_, index) => `Sentence ${index} is one.`).join(' ')}`, 30],
      [Array.from({ length: 31 }, (_, index) => list(`part ${index}`, 2)).join(''), 62],
    ] as const) {
      const { groups } = left(text);
      expect(groups.length).toBeGreaterThan(12);
      expect(groups.length).toBeLessThanOrEqual(24);
      expect(groups.flat()).toEqual(Array.from({ length: count }, (_, at) => at + (text.startsWith('#') ? 1 : 2)));
      const sizes = groups.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  test('crosses no heading unless there are more than 24 of them', () => {
    const rest = '**Three**\n\n- Lead them in:\n  - a word\n  - two words\n- Stop.\n';
    const { groups } = left(`${list('one', 13)}${list('two', 4)}${rest}${list('x', 5)}`);
    expect(groups.map((group) => group.join('+')).join(' ')).toBe(
      '1+2 3+4 5+6 7 8+9 10+11 12+13 14+15 16+17 19+20 21 22+23 24 25+26',
    );
  });
});
