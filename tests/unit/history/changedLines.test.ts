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
    expect(changedLines('', '')).toEqual({ lines: [], rules: [] });
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

  it('compares long prompts that have nothing in common', () => {
    const prompt = (mark: string): string => Array.from({ length: 20_000 }, (_, line) => `${mark} ${line}`).join('\n');
    expect(changedLines(prompt('a'), prompt('b')).lines).toHaveLength(40_000);
  });
});
