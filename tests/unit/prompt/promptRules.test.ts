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

  it('keeps a rule with a block of code in it or below it, as a part of it or led in by it', () => {
    const form = (indent: string): string =>
      ['```json', '{"hint": "…"}', '', '- no rule', '```'].map((line) => `${indent}${line}`).join('\n');
    const found = (text: string) => rulesOf(text).map(({ text: words, from, to, kept }) => [words, from, to, kept]);
    expect(found(`- Ask.\n- Answer in this form:\n${form('  ')}\n  and nothing else.\n- Be kind.\n`)).toEqual([
      ['Ask.', 1, 1, undefined],
      ['Answer in this form:', 2, 8, 'code'],
      ['Be kind.', 9, 9, undefined],
    ]);
    expect(found(`- Answer so:\n\n  Always.\n\n${form('  ')}\n- Be kind.\n`)).toEqual([
      ['Answer so:', 1, 9, 'code'],
      ['Be kind.', 10, 10, undefined],
    ]);
    expect(
      found(
        `- Ask.\n- Answer so:\n\n${form('')}\n\nBe kind. Answer so.\n${form('')}\nStop here. Take this:\n${form('')}\n`,
      ),
    ).toEqual([
      ['Ask.', 1, 1, undefined],
      ['Answer so:', 2, 8, 'code'],
      ['Be kind.', 10, 10, undefined],
      ['Answer so.', 10, 15, 'code'],
      ['Stop here.', 16, 16, undefined],
    ]);
    expect(found('- Be kind.\n\n  Greet {{name}}.').map(([, , , kept]) => kept)).toEqual(['variable']);
  });

  it.each([
    ['closed', '- Ask.\n- ```json\n  {"a": 1}\n  ```\n- Be kind.\n\nStop here.'],
    ['closed at the edge', '- Ask.\n1. ~~~\n{"a": 1}\n~~~\n- Be kind.\n\nStop here.'],
    ['never closed', '- Ask.\n- ```json\n  {"a": 1}\n- Be kind.\n\nStop here.'],
    ['of four marks', '- Ask.\n\n````md\n```\nNo rule.\n```\n- No rule.\n````\n- Be kind.\n\nStop here.'],
  ])('sees the rules below a block of code, also as an item: %s', (_, text) => {
    expect(rulesOf(text).map((rule) => [rule.text, rule.kept])).toEqual([
      ['Ask.', undefined],
      ['Be kind.', undefined],
      ['Stop here.', undefined],
    ]);
  });

  it('takes what stands between marks of code on one line as words', () => {
    expect(rulesOf('- ```x = 1``` is an answer.\n- Be kind.').map(({ text, kept }) => [text, kept])).toEqual([
      ['```x = 1``` is an answer.', undefined],
      ['Be kind.', undefined],
    ]);
  });

  it('takes an example or a quotation with the rule that it belongs to', () => {
    const found = (text: string) => rulesOf(text).map(({ text: words, from, to, kept }) => [words, from, to, kept]);
    expect(found('- Ask so.\n  <example>\n  Why?\n\n  How?\n  </example>\n  > Who?\n- Be kind.')).toEqual([
      ['Ask so.', 1, 7, undefined],
      ['Be kind.', 8, 8, undefined],
    ]);
    expect(
      found('- Ask.\n\n  > Why {{name}}?\n\n- Ask like this:\n\n<examples>\n<example>a</example>\n</examples>'),
    ).toEqual([
      ['Ask.', 1, 3, 'variable'],
      ['Ask like this:', 5, 9, undefined],
    ]);
    expect(found('Be kind. Ask so.\n> Why?\n> How?\n\n> Not theirs.\n\nStop here.')).toEqual([
      ['Be kind.', 1, 1, 'opening'],
      ['Ask so.', 1, 3, undefined],
      ['Stop here.', 7, 7, undefined],
    ]);
    expect(found('Ask her. Answer so: <!-- keep: our form -->\n> Why?').map(([words]) => words)).toEqual(['Ask her.']);
    expect(found('- Ask.\n<!-- On tone -->\n- Be kind.').map(([, , to]) => to)).toEqual([1, 3]);
  });

  it.each([
    ['- Be warm.\n- Be kind.\n  <!-- keep -->\n- Ask.'],
    ['- Be warm.\n- Be kind.\n\n  <!-- keep -->\n\n- Ask.'],
    ['- Be warm.\n\n<!-- keep -->\n\n- Be kind.\n- Ask.'],
    ['- Be warm.\n<!-- keep: our\nschool wants it. -->\n- Be kind.\n- Ask.'],
    ['- Be warm.\n- Be kind. <!-- keep: our school wants it -->\n- Ask.'],
    ['- Be warm.\n\n<!-- keep --> Be kind.\n\n- Ask.'],
    ['Be warm.\n\nBe kind. <!-- keep: our school. It wants it. -->\n\nAsk her.'],
    ['- Be warm:\n  <!-- keep -->\n  - Be kind.\n- Ask.'],
    ['- Be warm.\n- Be kind.\n  <!-- keep -->'],
  ])('locks the rule that the comment stands in or above, and no other: %j', (text) => {
    const rules = rulesOf(text);
    expect(rules.filter(({ kept }) => kept === 'locked').map((rule) => rule.text)).toEqual(['Be kind.']);
    expect(rules.length).toBe(text.includes('Ask') ? 3 : 2);
  });

  it('takes no other comment as a lock', () => {
    expect(rulesOf('- Ask. <!-- keep it short -->\n  <!-- keeper -->\n- Be kind.').map(({ kept }) => kept)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['你是一位数学老师。不要直接给出答案。请先提出问题。这样回答：', '不要直接给出答案。', '请先提出问题。'],
    ['あなたは先生です。質問をしてください。', '質問をしてください。'],
    ['आप एक शिक्षक हैं। पहले एक प्रश्न पूछें।', 'पहले एक प्रश्न पूछें।'],
    [
      'Du bist ein Tutor. Gib z. B. einen Hinweis. Nenne i. d. R. Gründe.',
      'Gib z. B. einen Hinweis.',
      'Nenne i. d. R. Gründe.',
    ],
    ['Sei nett, bzw. Freund. Nutze ca. 3 Sätze usw. Frage nach.', 'Nutze ca. 3 Sätze usw.', 'Frage nach.'],
    [
      'Du är snäll. Ge t.ex. Ohms lag. Fråga bl.a. Varför nu. Var snäll.',
      'Ge t.ex. Ohms lag.',
      'Fråga bl.a. Varför nu.',
      'Var snäll.',
    ],
    [
      'Be a tutor. Say no. Go on. Solve it, e.g. Do x. Use S. Papert.',
      'Say no.',
      'Go on.',
      'Solve it, e.g. Do x.',
      'Use S.',
    ],
  ])('finds the sentences of other languages: %s', (text, ...sentences) => {
    expect(
      rulesOf(text)
        .slice(1)
        .map((rule) => rule.text),
    ).toEqual(sentences);
  });

  it('takes lines with only a tag as the end of what stands above, and as a part of no rule', () => {
    const found = (text: string) => rulesOf(text).map(({ text: words, from, to }) => [words, from, to]);
    expect(found('<rules>\nNever give it.\n- Be warm.\n</rules>\nStop here. Wait a bit.')).toEqual([
      ['Never give it.', 2, 2],
      ['Be warm.', 3, 3],
      ['Stop here.', 5, 5],
      ['Wait a bit.', 5, 5],
    ]);
    expect(found('<a>\n  <tone kind="warm" x=\'1\'>\n  Be warm.\n  - Be kind.\n  </tone><b/>\n</a>')).toEqual([
      ['Be warm.', 3, 3],
      ['Be kind.', 4, 4],
    ]);
    expect(found('- Be warm.\n</rules>\n  Be kind.\n- Ask so.\n  <note>\n  Why so?\n  </note>\n- Stop.')).toEqual([
      ['Be warm.', 1, 1],
      ['Be kind.', 3, 3],
      ['Ask so.', 4, 7],
      ['Stop.', 8, 8],
    ]);
  });

  it('takes each line between a pair of tags as a rule, and a table as one', () => {
    const tagged =
      '<role>You are Mika. Be Mika.</role>\nBe kind.\n<rule id="1">Ask <b>why</b>.</rule>\n<rule>Be warm. Wait.</rule>';
    expect(rulesOf(tagged).map(({ text, from, kept }) => [text, from, kept])).toEqual([
      ['You are Mika. Be Mika.', 1, 'opening'],
      ['Be kind.', 2, undefined],
      ['Ask <b>why</b>.', 3, undefined],
      ['Be warm. Wait.', 4, undefined],
    ]);
    expect(
      rulesOf('Be Mika. Do this:\n| If | Say. |\n|---|---|\n| wrong. | No. |\nStop here.').map(({ from, to }) => [
        from,
        to,
      ]),
    ).toEqual([
      [1, 1],
      [2, 4],
      [5, 5],
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

  it('takes a rule that went and another in a different place as two edits', () => {
    const after = rulesOf('- When they nail it, say so plainly.\n- Praise effort.\n- Tell a joke first.');
    expect(ruleEdits(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added']);
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
    expect(editName(ruleEdits(before, after))).toBe('rule 1: ever, and 1 more');
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
