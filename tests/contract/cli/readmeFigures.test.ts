import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { decimalText } from '../../../src/core/report/decimalText';
import { repository, useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();

type Evaluated = ReturnType<typeof evaluated>;

/** The metric behind each line of the table: benchmark, block, id, and the number of units that the text above it names. */
const metricsOf: Readonly<Record<string, readonly [string, string, string, number]>> = {
  'P-Affirm: confirms right answers': ['guideeval', 'accErr', 'P-Affirm', 33],
  'P-Redirect: recognises errors': ['guideeval', 'accErr', 'P-Redirect', 33],
  'O-Reconfigure: after wrong answers': ['guideeval', 'accErr', 'O-Reconfigure', 33],
  'O-Reconfigure: after confusion': ['guideeval', 'compConf', 'O-Reconfigure', 29],
  'ESA: question level adapts to right or wrong': ['guideeval', 'accErr', 'ESA', 33],
  'MRBench: mistake identification': ['mrbench', 'all', 'mistake_identification', 38],
  'MRBench: mistake location': ['mrbench', 'all', 'mistake_location', 38],
  'MRBench: not revealing the answer': ['mrbench', 'all', 'revealing_of_the_answer', 38],
  'MRBench: encouraging tone': ['mrbench', 'all', 'tutor_tone', 38],
};

/** As the table writes a metric: `0.64 (0.50 to 0.77)`, `97.4 % (86.5 to 99.5)`. */
function figure({ benchmarks }: Evaluated, name: string): string {
  const [benchmark, block, id, n] = metricsOf[name] ?? [];
  const metric = benchmarks
    .find((one) => one.id === benchmark)
    ?.metrics.find((one) => one.block === block && one.id === id);
  if (metric === undefined || metric.value === null || metric.ci === null) return `no metric for “${name}”`;
  if (metric.n !== n) return `n = ${metric.n}`;
  const isPercent = metric.unit === 'percent';
  const [value, low, high] = [metric.value, metric.ci.low, metric.ci.high].map((one) =>
    decimalText(one, isPercent ? 1 : 2),
  );
  return `${value}${isPercent ? ' %' : ''} (${low} to ${high})`;
}

it('the README’s table of what a change of rules does has the figures of the two runs', async () => {
  const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
  const [, section = ''] = /^## What a change of rules does\n([\s\S]*?)^## /mu.exec(readme) ?? [];
  const rows = [...section.matchAll(/^\| (.+) \|$/gmu)]
    .slice(1)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()));
  const evaluate = async (file: string): Promise<Evaluated> => {
    const cwd = await cli().folder();
    const prompt = path.join(repository, 'test-fixtures/workspace', file);
    const args = ['evaluate', prompt, '--store', cwd, '--benchmark', 'guideeval', '--benchmark', 'mrbench', '--json'];
    return evaluated((await cli().run(args, { cwd })).out);
  };
  const [original, rule] = [await evaluate('original.tutor.md'), await evaluate('rule.tutor.md')];
  expect(rows.slice(1).map(([name]) => name)).toEqual(Object.keys(metricsOf));
  expect(rows.slice(1)).toEqual(
    Object.keys(metricsOf).map((name) => [name, figure(original, name), figure(rule, name)]),
  );
  for (const words of ['33 right and 33 wrong answers', '29 confusions', '38 dialogues'])
    expect(section).toContain(words);
});
