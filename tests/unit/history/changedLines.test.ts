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

  it('names the rules that came, went and were reworded, with their lines', () => {
    const after = rules
      .replace('- Be friendly.\n', '')
      .replace('Never give the final answer.', 'Do not tell the student the answer, ever.')
      .concat('- Point out where the mistake is.\n');
    const { rules: changes } = changedLines(rules, after);
    expect(
      changes.map((change) =>
        change.kind === 'changed'
          ? `${change.before.id} ${change.before.line} -> ${change.after.line}`
          : change.kind === 'added'
            ? `+${change.after.id} ${change.after.line}`
            : `-${change.before.id} ${change.before.line}`,
      ),
    ).toEqual(['noFinalAnswer 3 -> 3', '-encourage 4', '+pointOutMistake 4', '+locateMistake 4']);
  });

  it('does not call a rule changed that only moved or stands there once more', () => {
    const moved = '- Be friendly.\n- Never give the final answer.\n';
    const back = '- Never give the final answer.\n- Be friendly.\n';
    expect(changedLines(moved, back).rules).toEqual([]);
    const twice = changedLines('- Be friendly.\n', '- Be friendly.\n- Be friendly.\n').rules;
    expect(twice).toMatchObject([{ kind: 'added', after: { id: 'encourage' } }]);
  });

  it('compares long prompts that have nothing in common', () => {
    const prompt = (mark: string): string => Array.from({ length: 20_000 }, (_, line) => `${mark} ${line}`).join('\n');
    expect(changedLines(prompt('a'), prompt('b')).lines).toHaveLength(40_000);
  });
});
