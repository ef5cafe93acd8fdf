import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTracked, repositoryRoot } from './markdownPage';

const filesOf = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
const sources = filesOf('src', 'webview');
const linesOf = (file: string): number => readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n').length - 1;

describe('the code, small enough to read', () => {
  it('has at most 400 lines in a file', () => {
    expect(sources.filter((file) => linesOf(file) > 400)).toEqual([]);
  });

  // What is added is paid for by removing something.
  it('has at most 64,000 lines in all', () => {
    const lines = sources.filter((file) => file.endsWith('.ts')).reduce((sum, file) => sum + linesOf(file), 0);
    expect(lines).toBeLessThanOrEqual(64_000);
  });

  it('has at most 650 files', () => {
    expect(sources.length).toBeLessThanOrEqual(650);
  });

  // Prettier breaks code at this column, but no comment.
  it('has comments of at most 120 columns', () => {
    const long = [...sources, ...filesOf('tests', 'scripts', 'bench')].flatMap((file) =>
      readTracked(file)
        .split('\n')
        .filter((line) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(long).toEqual([]);
  });
});

describe('the guides, short enough to read', () => {
  it.each([
    ['README.md', 900],
    ['docs/judges.md', 2_500],
  ])('%s has at most %i words', (page, most) => {
    expect(readTracked(page).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
  });
});
