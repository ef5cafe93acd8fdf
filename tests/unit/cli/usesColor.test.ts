import { describe, expect, it } from 'vitest';
import { usesColor } from '../../../src/cli/terminalText';

describe('usesColor', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    // As no-color.org has it: an empty variable is as good as none.
    [true, { NO_COLOR: '' }, true],
  ])('in a terminal: %s, with %j: %s', (isTerminal, env, expected) => {
    expect(usesColor(isTerminal, env)).toBe(expected);
  });
});
