import { describe, expect, it } from 'vitest';
import {
  editedText,
  editKey,
  passagesIn,
  type PromptEdit,
  rejectionOf,
  repeatsEdit,
  textWithout,
} from '../../../src/core/prompt/promptEdit';
import { readPromptFile } from '../../../src/core/prompt/promptFile';

const opening = 'You are a maths tutor.';

function edited(body: string, edit: PromptEdit): string {
  return editedText(readPromptFile('tutor.md', `---\nlimit: 4\n---\n${opening}\n\n${body}\n`), edit);
}

describe('the text after an edit of one rule', () => {
  const added = { op: 'add', rule: 2, text: '  Praise\neach step. ' } as const;
  const replaced = { op: 'replace', rule: 2, text: 'Use $& few words.' } as const;

  it.each([
    ['a numbered list, numbered anew', added, '1. Ask first.\n2. Praise each step.\n3. Be kind.'],
    ['a numbered list', replaced, '1. Use $& few words.\n2. Be kind.'],
  ])('is %s', (_, edit, body) => {
    const start = `---\nlimit: 4\n---\n${opening}\n\n`;
    expect(edited('1. Ask first.\n2. Be kind.', edit)).toBe(`${start}${body}\n`);
  });

  it.each([
    ['- Ask\n  first.\n- Be kind.', added, '- Ask\n  first.\n- Praise each step.\n- Be kind.'],
    ['- Ask\n  first.\n- Be kind.', replaced, '- Use $& few words.\n- Be kind.'],
    ['Ask **first**\nof all. Be kind.', added, 'Ask **first**\nof all. Praise each step. Be kind.'],
    ['Ask **first**\nof all. Be kind.', replaced, 'Use $& few words. Be kind.'],
    ['Be kind. Ask first.', { ...added, rule: 3 }, 'Be kind. Ask first. Praise each step.'],
    ['1. Ask first.\n\nThen:\n\n5. Be kind.', added, '1. Ask first.\n2. Praise each step.\n\nThen:\n\n5. Be kind.'],
    ['1. Ask.\n   1. Once.\n2. Be kind.', added, '1. Ask.\n   1. Once.\n2. Praise each step.\n3. Be kind.'],
    ['- Ask.\n  - Once.\n- Be kind.', replaced, '- Use $& few words.\n  - Once.\n- Be kind.'],
    ['<rules>\nAsk first.\n- Be kind.\n</rules>', replaced, '<rules>\nUse $& few words.\n- Be kind.\n</rules>'],
    ['<r>\n- Ask first.\n</r>\nBe kind.', added, '<r>\n- Ask first.\n- Praise each step.\n</r>\nBe kind.'],
    ['<r>Ask first.</r>\n<r>Be kind.</r>', replaced, '<r>Use $& few words.</r>\n<r>Be kind.</r>'],
    ['<r>Ask first.</r>\n<r>Be kind.</r>', added, '<r>Ask first.</r>\n<r>Praise each step.</r>\n<r>Be kind.</r>'],
    ['| If. | Ask. |\n\nBe kind.', added, '| If. | Ask. |\nPraise each step.\n\nBe kind.'],
  ] as const)('keeps all else: %j', (body, edit, after) => {
    expect(edited(body, edit)).toContain(`${opening}\n\n${after}\n`);
  });

  it('never takes the rules below a rule away with it', () => {
    const nested = '- Ask.\n  - Once.\n\n  Then wait.\n- Be kind.';
    expect(() => edited('- Ask.\n  - Once.\n- Be kind.', { op: 'remove', rule: 2 })).toThrow(/rules below it/);
    expect(() => edited(nested, replaced)).toThrow(/rules below it/);
    expect(edited('- Ask.\n  - Once.\n- Be kind.', { op: 'remove', rule: 3 })).toContain('- Ask.\n- Be kind.\n');
  });

  it('never loses the block of code of a rule, nor comes between the two', () => {
    const body = '- Answer so:\n  ```\n  {}\n  ```\n- Be kind.';
    for (const op of ['replace', 'remove'] as const)
      expect(() => edited(body, { op, rule: 2, text: 'Ask.' })).toThrow(/block of code/);
    expect(edited(body, added)).toContain('- Answer so:\n  ```\n  {}\n  ```\n- Praise each step.\n- Be kind.\n');
  });

  it('goes below the example of a rule, or takes its place with it', () => {
    const item = '- Ask so.\n  <example>\n  Why?\n  </example>\n- Be kind.';
    expect(edited(item, added)).toContain('  </example>\n- Praise each step.\n- Be kind.\n');
    expect(edited(item, replaced)).toContain(`${opening}\n\n- Use $& few words.\n- Be kind.\n`);
    const sentence = 'Ask so.\n> Why?\n\nBe kind.';
    expect(edited(sentence, added)).toContain('Ask so.\n> Why?\n\nPraise each step.\n\nBe kind.\n');
    expect(edited(sentence, replaced)).toContain(`${opening}\n\nUse $& few words.\n\nBe kind.\n`);
    const code = 'Answer so.\n```\n{}\n```\n\nBe kind.';
    expect(edited(code, added)).toContain('Answer so.\n```\n{}\n```\n\nPraise each step.\n\nBe kind.\n');
  });

  it('is refused for a copied passage, not for a word in a script with marks', () => {
    const file = readPromptFile('', '- विनम्र रहें।\n');
    const why = (text: string): string | undefined => {
      const samples = passagesIn(['मेरे विद्यार्थी ने कहा कि उत्तर पाँच है']);
      const edit = { op: 'add', rule: 1, text } as const;
      return rejectionOf(file, edit, editedText(file, edit), { samples, rubrics: new Set() });
    };
    expect(why('विद्यार्थी से पूछें')).toBeUndefined();
    expect(why('विद्यार्थी ने कहा कि उत्तर')).toContain('“विद्यार्थी ने कहा कि उत्तर”');
  });

  it('is refused where it makes a prompt much longer, and more so a short one', () => {
    const text = Array.from({ length: 50 }, (_, index) => 'abcdefghij'.slice(0, 4 + (index % 4))).join(' ');
    const why = (lines: number, words: number): string | undefined => {
      const body = Array.from({ length: lines }, (_, index) => `- Be kind to pupil${index}.`).join('\n');
      const file = readPromptFile('', `${body}\n`);
      const edit = { op: 'add', rule: 1, text: text.split(' ').slice(0, words).join(' ') } as const;
      return rejectionOf(file, edit, editedText(file, edit), { samples: new Set(), rubrics: new Set() });
    };
    expect(why(4, 50)).toBe('It makes the prompt more than 10% longer.');
    expect(why(4, 30)).toBeUndefined();
    expect(why(200, 50)).toBeUndefined();
  });

  it('is refused without a text, and where the rule is kept or missing', () => {
    expect(() => edited('Be kind.', { op: 'add', rule: 2 })).toThrow(/no text/);
    expect(() => edited('Be kind.', { op: 'replace', rule: 1, text: 'Ask.' })).toThrow(/never changed/);
    expect(() => edited('Be kind.', { op: 'remove', rule: 9 })).toThrow(/no rule 9/);
  });
});

describe('the text without rules that a run tested', () => {
  const tested = `${opening}\n\n- Ask.\n- Wait a bit.\n- Ask.\n`;

  it('finds them by their words, and of twins takes the one that was tested', () => {
    expect(textWithout(tested, tested, [2])).toBe(`${opening}\n\n- Wait a bit.\n- Ask.\n`);
    expect(textWithout(tested.replace('- Wait', '- Smile.\n- Wait'), tested, [3, 4])).toBe(
      `${opening}\n\n- Ask.\n- Smile.\n`,
    );
  });

  it('takes no other rule, and none that is kept now', () => {
    const locked = tested.replace('- Ask.\n- Wait', '- Ask. <!-- keep -->\n- Wait');
    expect(textWithout(locked, tested, [4])).toBe(`${opening}\n\n- Ask. <!-- keep -->\n- Wait a bit.\n`);
    expect(() => textWithout(locked, tested, [2])).toThrow(/never changed/);
    expect(() => textWithout(tested.replace('a bit', 'long'), tested, [3])).toThrow(/Rule 3 has changed or is gone/);
  });
});

describe('an edit that repeats another', () => {
  const text = 'Ask what the student has tried before you explain a single step.';
  const dismissed = editKey({ op: 'replace', rule: 2, text }, 'Be kind.');
  const removed = editKey({ op: 'remove', rule: 2 }, 'Keep all of your replies under sixty words.');

  it.each([
    ['the same', text, 'Be kind.', true],
    ['one comma more', text.replace('tried', 'tried,'), 'Be kind.', true],
    ['one word more', text.replace('before', 'already before'), 'Be kind.', true],
    ['another rule', text, 'Ask first.', true],
    ['other words', 'Ask what the student thinks of it before you go on.', 'Be kind.', false],
  ])('has mostly the same words: %s', (_, words, rule, is) => {
    expect(repeatsEdit({ op: 'replace', rule: 3, text: words }, rule, dismissed)).toBe(is);
  });

  it('changes its rule in the same way', () => {
    expect(repeatsEdit({ op: 'add', rule: 2, text }, 'Be kind.', dismissed)).toBe(false);
    expect(repeatsEdit({ op: 'remove', rule: 2 }, 'Be kind.', dismissed)).toBe(false);
  });

  it('removes a rule of mostly the same words', () => {
    const remove = { op: 'remove', rule: 5 } as const;
    expect(repeatsEdit(remove, 'Keep all your replies under sixty words!', removed)).toBe(true);
    expect(repeatsEdit(remove, 'Be kind.', removed)).toBe(false);
    expect(repeatsEdit({ op: 'replace', rule: 5, text }, 'Keep all of your replies under sixty words.', removed)).toBe(
      false,
    );
  });

  it('may be without words, or of several lines', () => {
    const key = editKey({ op: 'add', rule: 1, text: '?\n!' }, '…');
    expect(repeatsEdit({ op: 'add', rule: 4, text: '?\n!' }, '…', key)).toBe(true);
    expect(repeatsEdit({ op: 'add', rule: 4, text: '!' }, '…', key)).toBe(false);
  });
});
