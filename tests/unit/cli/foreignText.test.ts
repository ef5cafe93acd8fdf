import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignText } from '../../../src/cli/terminalText';

describe('foreignText', () => {
  it.each([
    ['a title sequence', '\u001b]0;owned\u0007name', '\uFFFD]0;owned\uFFFDname'],
    ['clearing the screen', '\u001b[2Jname', '\uFFFD[2Jname'],
    ['an eight-bit sequence', '\u009b31mred', '\uFFFD31mred'],
    ['a line break', 'one\r\ntwo', 'one two'],
    ['a bidirectional override', 'abc\u202Egpj.exe', 'abc\uFFFDgpj.exe'],
    ['letters of any script', 'Größe 数学 🙂', 'Größe 数学 🙂'],
  ])('makes %s harmless', (_what, text, shown) => {
    expect(foreignText(text)).toBe(shown);
  });

  it('leaves no control character, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/\p{Cc}/u.test(foreignText(text))));
  });
});
