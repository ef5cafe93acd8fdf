import { describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { editName, promptRules, ruleEdits, sameRule } from '../../../src/core/prompt/promptRules';

function rulesOf(text: string): ReturnType<typeof promptRules> {
  return promptRules(readPromptFile('tutor.md', text));
}

const coach = `---
title: Coach
---

You are Mika, a patient coach. Keep it short.

## House rules

- Your job is to nudge, not to tell.
- One nudge at a time.
  A nudge is a question.
1) When they nail it:
   - say so **plainly**
   - ask for the reason

\`\`\`
- Not a rule
\`\`\`

<!-- keep -->
Never swear.

Greet {{name}} first.
`;

describe('promptRules', () => {
  it('takes list items with what belongs to them, and sentences, with their lines in the file', () => {
    expect(rulesOf(coach).map(({ number, text, from, to }) => [number, text, from, to])).toEqual([
      [1, 'You are Mika, a patient coach.', 5, 5],
      [2, 'Keep it short.', 5, 5],
      [3, 'Your job is to nudge, not to tell.', 9, 9],
      [4, 'One nudge at a time. A nudge is a question.', 10, 11],
      [5, 'When they nail it:', 12, 12],
      [6, 'say so plainly', 13, 13],
      [7, 'ask for the reason', 14, 14],
      [8, 'Never swear.', 21, 21],
      [9, 'Greet {{name}} first.', 23, 23],
    ]);
  });

  it('names what stands above a rule, and the item that it belongs to', () => {
    const rules = rulesOf(coach);
    expect(rules[3]).toMatchObject({ above: 'House rules' });
    expect(rules[3]).not.toHaveProperty('parent');
    expect(rules[5]).toMatchObject({ above: 'When they nail it:', parent: 5 });
  });

  it('locks the opening, rules with variables and what the author wants kept', () => {
    expect(rulesOf(coach).map(({ kept }) => kept)).toEqual([
      'opening',
      ...Array.from({ length: 6 }, () => undefined),
      'locked',
      'variable',
    ]);
    expect(rulesOf('- One question. <!-- keep -->\n- Be kind.').map(({ text, kept }) => [text, kept])).toEqual([
      ['One question.', 'locked'],
      ['Be kind.', undefined],
    ]);
  });

  it('adds a later paragraph of an item to the item', () => {
    expect(rulesOf('- Be kind.\n\n  Always.\n- Ask.').map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 4],
    ]);
  });

  it('has no rules in an empty prompt', () => {
    expect(rulesOf('')).toEqual([]);
  });
});

describe('ruleEdits', () => {
  const before = rulesOf('- Nudge, never tell.\n- When they nail it, say so plainly.\n- Praise effort.');

  it('finds a rule whose words changed', () => {
    const after = rulesOf('- Nudge, never tell.\n- When they nail it, confirm it openly.\n- Praise effort.');
    const edits = ruleEdits(before, after);
    expect(edits).toMatchObject([{ kind: 'changed', before: { number: 2 }, after: { number: 2 } }]);
    expect(editName(edits)).toBe('rule 2: confirm it openly.');
  });

  it('takes a rule in the place of another as changed, however it is worded', () => {
    const after = rulesOf('- Nudge, never tell.\n- Tell a joke first.\n- Praise effort.');
    expect(editName(ruleEdits(before, after))).toBe('rule 2: Tell a joke first.');
  });

  it('tells an added rule from a removed one', () => {
    const more = rulesOf('- Nudge, never tell.\n- When they nail it, say so plainly.\n- Ask why.\n- Praise effort.');
    expect(editName(ruleEdits(before, more))).toBe('added rule 3: Ask why.');
    expect(editName(ruleEdits(more, before))).toBe('removed rule 3: Ask why.');
  });

  it('says nothing of rules that only moved', () => {
    const moved = rulesOf('- Praise effort.\n- Nudge, never tell.\n- When they nail it, say so plainly.');
    expect(ruleEdits(before, moved)).toEqual([]);
    expect(editName([])).toBe('');
  });

  it('counts further edits', () => {
    const after = rulesOf('- Nudge, never ever tell.\n- When they nail it, say so.\n- Praise effort.');
    expect(editName(ruleEdits(before, after))).toBe('rule 1: ever and 1 more');
  });
});

describe('sameRule', () => {
  it('finds a rule again by its words, and of twins the one in the same position', () => {
    const old = rulesOf('You are Mika.\n\n- Ask.\n- Wait a bit.\n- Ask.\n');
    const now = rulesOf('You are Mika.\n\n- Be kind.\n- Ask.\n- Wait a bit.\n- Ask.\n');
    const found = (number: number, others = now): number | undefined =>
      old.filter((rule) => rule.number === number).map((rule) => sameRule(rule, old, others)?.number)[0];
    expect([2, 3, 4].map((number) => found(number))).toEqual([3, 4, 5]);
    expect(found(4, rulesOf('You are Mika.\n\n- Ask.\n'))).toBe(2);
    expect(found(3, rulesOf('You are Mika.\n'))).toBeUndefined();
  });
});
