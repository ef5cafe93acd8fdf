import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTracked, repositoryRoot } from './markdownPage';

const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: repositoryRoot,
  encoding: 'utf8',
});
const isCheckout = listed.status === 0 && existsSync(path.join(repositoryRoot, '.git'));
const files = isCheckout ? listed.stdout.split('\0').filter((file) => file !== '') : [];

/** Traces of the machine a file was written on; none of them means anything to anyone else. */
const traces: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['absolute path', /(?<![\w.:/~})-])\/(?:work|root|home\/(?!me\b|user\b)\w+|Users\/(?!me\b|user\b)\w+)\//],
  ['address of a package registry', /\bhttps?:\/\/[^\s/"'`]*(?:npm|registry|mirror|artifact)[^\s/"'`]*/i],
  ['host of a package registry', /\bregistry\.[a-z][\w-]*\.[a-z]{2,}\b/i],
  ['word about how the work was done', /\b(?:this|work|coding|an earlier) session\b|\b(?:coding|AI) agents?\b/i],
];

function firstTrace(file: string): string | undefined {
  const full = path.join(repositoryRoot, file);
  if (!existsSync(full)) return undefined;
  const bytes = readFileSync(full);
  if (bytes.includes(0)) return undefined;
  const text = bytes.toString('utf8');
  for (const [what, pattern] of traces) {
    const match = pattern.exec(text);
    if (match !== null) return `${what} in line ${text.slice(0, match.index).split('\n').length}: ${match[0]}`;
  }
  return undefined;
}

describe.skipIf(!isCheckout)(`files under git${isCheckout ? '' : ' (skipped: this is no git checkout)'}`, () => {
  it('are found', () => {
    expect(files).toContain('package.json');
    expect(files.some((file) => file.startsWith('node_modules/') || file.startsWith('dist/'))).toBe(false);
  });

  it('hold no trace of a machine', () => {
    const found = files.flatMap((file) => {
      const trace = file === 'package-lock.json' ? undefined : firstTrace(file);
      return trace === undefined ? [] : [`${file}: ${trace}`];
    });
    expect(found).toEqual([]);
  });
});

describe('the lock file', () => {
  it('names no server to fetch packages from', () => {
    expect(readTracked('package-lock.json')).not.toMatch(/"resolved":\s*"(?:https?|git)/);
  });
});
