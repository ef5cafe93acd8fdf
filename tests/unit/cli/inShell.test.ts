import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inShell } from '../../../src/cli/terminalText';

describe('inShell', () => {
  it.each([
    'plain/path-1.md',
    'P-Redirect=0.6',
    "it's",
    'a`touch PWNED`$HOME',
    '$(id)',
    'a b',
    'a"b\\c',
    'x;y',
    'ä ö',
    '',
  ])('is one word of a POSIX shell: %s', (text) => {
    const out = execFileSync('/bin/sh', ['-c', `printf %s ${inShell(text, false)}`], { encoding: 'utf8' });
    expect(out).toBe(text);
  });

  it('leaves alone what needs no quotes, and quotes as Windows does there', () => {
    expect(inShell('/a/b-c.md', false)).toBe('/a/b-c.md');
    expect(inShell('C:\\a b', true)).toBe('"C:\\a b"');
  });
});
