import { describe, expect, it } from 'vitest';
import { displayWidth, fitToWidth, padTo, wrapLine } from '../../../src/core/text/displayWidth';

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['これは', 6],
    ['cafe\u0301', 4],
    ['👩‍🏫', 2],
    ['✅', 2],
    ['⭐', 2],
    ['a–b’s…', 6],
  ])('of %s is %i', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  it('lines cells up whatever signs they hold', () => {
    expect(['👩‍🏫', '✅', 'ab'].map((cell) => padTo(cell, 4))).toEqual(['👩‍🏫  ', '✅  ', 'ab  ']);
  });

  it('cuts and wraps between signs, never inside one', () => {
    expect(fitToWidth('👩‍🏫👩‍🏫👩‍🏫', 5)).toBe('👩‍🏫👩‍🏫…');
    expect(fitToWidth('cafe\u0301s', 5)).toBe('cafe\u0301s');
    expect(wrapLine('👩‍🏫👩‍🏫👩‍🏫', 4)).toEqual(['👩‍🏫👩‍🏫', '👩‍🏫']);
  });
});
