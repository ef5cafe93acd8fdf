import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { repository, useCommandLine } from './commandLine';

const cli = useCommandLine();
const interval = z.object({ low: z.number(), high: z.number() });
const printed = z.object({
  dimensions: z.array(
    z.object({
      id: z.string(),
      n: z.int(),
      kappa: z.number(),
      kappaCi: interval,
      macroF1: z.number(),
      within: z.object({ kappa: z.number(), kappaCi: interval }),
    }),
  ),
});

const withTwoDecimals = (value: number): string => value.toFixed(2).replace('-', '−');
const range = ({ low, high }: z.infer<typeof interval>): string =>
  `${withTwoDecimals(low)} to ${withTwoDecimals(high)}`;

it('prints the statistics of the trial of MRBench’s judge texts as they are documented', async () => {
  const file = path.join(repository, 'test-fixtures/wordingTrial/answers.jsonl');
  const { out } = await cli().run(['calibrate', 'mrbench', file, '--json']);
  const { dimensions } = printed.parse(JSON.parse(out));
  const documented = readFileSync(path.join(repository, 'bench/judges.md'), 'utf8').replace(/ +/gu, ' ');
  expect(dimensions.map(({ n }) => n)).toEqual(new Array(8).fill(160));
  for (const { id, kappa, kappaCi, macroF1, within } of dimensions) {
    const cells = [
      id.replaceAll('_', ' '),
      withTwoDecimals(kappa),
      range(kappaCi),
      withTwoDecimals(macroF1),
      withTwoDecimals(within.kappa),
      range(within.kappaCi),
    ];
    expect(documented).toContain(`| ${cells.join(' | ')} |`);
  }
  const mean = (of: (one: (typeof dimensions)[number]) => number): number =>
    dimensions.reduce((sum, one) => sum + of(one), 0) / dimensions.length;
  expect(documented).toContain(`| mean | ${withTwoDecimals(mean(({ kappa }) => kappa))} | |`);
});
