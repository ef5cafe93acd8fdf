import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import type { Interval } from '../../../src/core/statistics/interval';
import { dimensionsOf } from '../../../src/core/trust/calibrationResult';
import { judgedAnswers } from './judgedAnswers';

const repository = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8');
const withTwoDecimals = (value = Number.NaN): string => value.toFixed(2).replace('-', '−');
const range = (ci: Interval | undefined): string => `${withTwoDecimals(ci?.low)} to ${withTwoDecimals(ci?.high)}`;

it('gives the statistics of the trial of MRBench’s judge texts as they are documented', () => {
  const dimensions = dimensionsOf(mrBench, judgedAnswers(read('test-fixtures/wordingTrial/answers.jsonl')), '1');
  const documented = read('bench/judges.md').replace(/ +/gu, ' ');
  expect(dimensions.map(({ n }) => n)).toEqual(new Array(8).fill(160));
  for (const { id, kappa, kappaCi, macroF1, within } of dimensions) {
    const cells = [
      id.replaceAll('_', ' '),
      withTwoDecimals(kappa),
      range(kappaCi),
      withTwoDecimals(macroF1),
      withTwoDecimals(within?.kappa),
      range(within?.kappaCi),
    ];
    expect(documented).toContain(`| ${cells.join(' | ')} |`);
  }
  const mean = dimensions.reduce((sum, { kappa = Number.NaN }) => sum + kappa, 0) / dimensions.length;
  expect(documented).toContain(`| mean | ${withTwoDecimals(mean)} | |`);
});
