import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { denseFeatureList } from '../../../src/core/benchmarks/mrbench/embedded/measureReply';
import { readEmbeddedJudge } from '../../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { decimalText } from '../../../src/core/text/formatNumber';
import { judgeFile } from './embeddedFiles';

const page = readFileSync(path.join(import.meta.dirname, '../../../bench/judges.md'), 'utf8');
const words = page.replace(/\s+/g, ' ');
const { card, model } = readEmbeddedJudge(judgeFile('mrbench.json'));
const { dimensions, data } = card;

/** The cells of the rows under a heading row that begins so, without the heading. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  const start = lines.findIndex((line) => line.startsWith(heading));
  expect(start, heading).toBeGreaterThan(-1);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function shown(value: number | null | undefined): string {
  return decimalText(value ?? Number.NaN, 2);
}

function mean(values: readonly (number | null)[]): string {
  return shown(values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length);
}

/** The page has these words; said so, as a failure would print all of it. */
function expectWords(text: string): void {
  expect(words.includes(text), text).toBe(true);
}

describe('what bench/judges.md says of the embedded judge', () => {
  it('is its card, cell by cell', () => {
    const expected = dimensions.map(({ id, n, agreement, kappa, kappaCi, macroF1, pearson, majority }) => [
      id.replaceAll('_', ' '),
      n.toLocaleString('en'),
      shown(agreement),
      `${shown(kappa)} (${shown(kappaCi?.low)} to ${shown(kappaCi?.high)})`,
      shown(macroF1),
      shown(pearson),
      `${shown(majority.agreement)} / ${shown(majority.macroF1)}`,
    ]);
    const means = [
      'mean',
      '',
      mean(dimensions.map(({ agreement }) => agreement)),
      mean(dimensions.map(({ kappa }) => kappa)),
      mean(dimensions.map(({ macroF1 }) => macroF1)),
      mean(dimensions.map(({ pearson }) => pearson)),
      `${mean(dimensions.map(({ majority }) => majority.agreement))} / ${mean(dimensions.map(({ majority }) => majority.macroF1))}`,
    ];
    expect(tableUnder('| dimension | n | agreement | kappa (95 %)')).toEqual([...expected, means]);
  });

  it('counts replies, problems, disagreements, words and features as they are', () => {
    const { replies, problems, disagreements } = data;
    const left = Object.values(disagreements).reduce((sum, count) => sum + count, 0);
    const four = new Set(dimensions.map((one) => one.problems).filter((count) => count !== problems));
    expect(four.size).toBe(1);
    expectWords(`Labels of ${replies.toLocaleString('en')} replies to ${problems} problems`);
    expectWords(`(four dimensions: ${[...four].join('')})`);
    expectWords(`that label is left out (${left} in all)`);
    expectWords(`${model.terms.words.length.toLocaleString('en')} words and pairs of words`);
    expectWords(`${denseFeatureList.length} features`);
  });

  it('says for whose replies it is better', () => {
    const [models, people] = ['models', 'people'].map((name) =>
      mean(dimensions.map(({ parts }) => parts.find(({ part }) => part === `replies by ${name}`)?.kappa ?? Number.NaN)),
    );
    expectWords(`replies of language models (mean kappa ${models}) than on those of people (${people})`);
  });
});
