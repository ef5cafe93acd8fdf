import { describe, expect, it } from 'vitest';
import { changedLines } from '../../../src/core/history/changedLines';

function marked(before: string, after: string): readonly string[] {
  const marks = { same: ' ', removed: '-', added: '+' } as const;
  return changedLines(before, after).lines.map(({ kind, text }) => `${marks[kind]}${text}`);
}

const rules = `You are a tutor.

- Ask one question per reply.
- Never give the final answer.
- Be friendly.
`;

describe('changedLines', () => {
  it('is empty of changes for the same prompt, whatever its front matter, line ends and outer blank lines', () => {
    const other = `---\ntutor: offline\n---\n\n${rules.replaceAll('\n', '\r\n')}\n\n`;
    const { lines, rules: changes } = changedLines(rules, other);
    expect(lines.map(({ kind }) => kind)).toEqual(['same', 'same', 'same', 'same', 'same']);
    expect(changes).toEqual([]);
  });

  it('gives lines with their places in both texts', () => {
    expect(changedLines('a\nb\nc', 'a\nx\ny\nc').lines).toEqual([
      { kind: 'same', text: 'a', before: 0, after: 0 },
      { kind: 'removed', text: 'b', before: 1 },
      { kind: 'added', text: 'x', after: 1 },
      { kind: 'added', text: 'y', after: 2 },
      { kind: 'same', text: 'c', before: 2, after: 3 },
    ]);
    expect(marked('', 'a\nb')).toEqual(['+a', '+b']);
    expect(marked('a\nb', ' \n')).toEqual(['-a', '-b']);
    expect(changedLines('', '')).toEqual({ lines: [], rules: [], isOneRule: false });
  });

  it('names the rules that came, went and were reworded', () => {
    const after = rules
      .replace('- Be friendly.\n', '')
      .replace('Never give the final answer.', 'Never give away the final answer, ever.')
      .concat('- Point out where the mistake is.\n');
    expect(changedLines(rules, after).rules).toMatchObject([
      { kind: 'changed', before: { number: 3 }, after: { number: 3 } },
      { kind: 'removed', before: { number: 4 } },
      { kind: 'added', after: { number: 4 } },
    ]);
  });

  it.each([
    ['another wording', 'Be friendly.', 'Be **kind**\n  and friendly.'],
    ['a rule more', '- Be friendly.', '- Smile.\n- Be friendly.'],
    ['a rule fewer', '- Be friendly.\n', ''],
    ['a rule more in a numbered list', '2. Stop.', '2. Smile.\n3. Stop.'],
    ['a sentence more', 'Talk. Here is', 'Talk. Listen well. Here is'],
    ['other spaces beside it', '- Be friendly.', '* Be kind and friendly.\n\n'],
  ])('knows an edit of one rule: %s', (_, from, to) => {
    const text = `${rules}\n# Lists\n\n1. Start.\n2. Stop.\n3. Wait.\n\nTalk. Here is the form:\n\n\`\`\`\n{}\n\`\`\`\n`;
    const after = text.replace(from, to);
    expect(changedLines(text, after).rules).toHaveLength(1);
    expect(changedLines(text, after).isOneRule).toBe(true);
    for (const [old, now] of [
      ['# Lists', '# Steps'],
      ['Here is the form:', 'This is the form:'],
      ['{}', '{ }\n[]'],
      ['question per', 'Question per'],
      ['You are', '<!-- now -->\nYou are'],
      [
        '- Ask one question per reply.\n- Never give the final answer.',
        '- Never give the final answer.\n- Ask one question per reply.',
      ],
    ] as const)
      expect(changedLines(text, after.replace(old, now)).isOneRule, now).toBe(false);
    expect(changedLines(text, text.replace('# Lists', '# Steps')).isOneRule).toBe(false);
  });

  it('takes a rule with other words in another place as more than one edit', () => {
    const moved = rules.replace('- Be friendly.\n', '').replace('- Ask', '- Be friendly, always.\n- Ask');
    expect(changedLines(rules, moved)).toMatchObject({ rules: [{ kind: 'changed' }], isOneRule: false });
  });

  it('compares long prompts that have nothing in common', () => {
    const prompt = (mark: string): string => Array.from({ length: 20_000 }, (_, line) => `${mark} ${line}`).join('\n');
    expect(changedLines(prompt('a'), prompt('b')).lines).toHaveLength(40_000);
  });
});
