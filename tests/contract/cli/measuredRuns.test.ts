import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { decimalText } from '../../../src/core/text/formatNumber';
import { repository, useCommandLine } from './commandLine';
import { comparedMetrics } from './printedJson';

const cli = useCommandLine();
const measured = path.join(repository, 'test-fixtures/measured');
type Row = z.infer<typeof comparedMetrics>['benchmarks'][number]['metrics'][number];

const recorded = [...benchmarks.keys()];

function document(): string {
  return readFileSync(path.join(repository, 'bench/strongModel.md'), 'utf8').replace(/ +/gu, ' ');
}

function positionOf({ id, block }: { readonly id: string; readonly block?: string | null | undefined }): string {
  return `${block ?? ''}/${id}`;
}

async function compared(benchmark: string): Promise<readonly Row[]> {
  const store = await cli().folder();
  await cp(measured, store, { recursive: true });
  const { out } = await cli().run(['compare', `${benchmark}-plain`, `${benchmark}-rules`, '--store', store, '--json']);
  return comparedMetrics.parse(JSON.parse(out)).benchmarks.flatMap(({ metrics }) => metrics);
}

/** Where the documents have some blocks alone. */
const shortened: Readonly<Partial<Record<string, readonly string[]>>> = {
  'kmp-dialogue': ['summary', 'principles'],
  tutorbench: ['headline', 'useCase', 'dimension'],
};

const words: Readonly<Record<string, string>> = { noEvidence: 'unclear', tooFew: 'too few' };

/** A row of the documents' table: metric, both values with n, the difference with its interval, the word. */
function lineOf({ id, block, unit, before, after, difference, interval, word }: Row): string {
  const digits = unit === 'percent' || unit === 'points' ? 1 : 2;
  const number = (value: number | null): string => (value === null ? 'n/a' : decimalText(value, digits));
  const range = interval === null ? '' : ` (${number(interval.low)} to ${number(interval.high)})`;
  const cells = [`\`${block === null ? '' : `${block}/`}${id}\``, `${number(before.value)} (${before.n})`];
  return `| ${[...cells, `${number(after.value)} (${after.n})`, `${number(difference)}${range}`, words[word] ?? word].join(' | ')} |`;
}

describe('the recorded runs of a language model', () => {
  it.each(recorded)('%s: has the documented statistics', async (benchmark) => {
    const blocks = shortened[benchmark];
    const rows = (await compared(benchmark)).filter(({ block }) => blocks?.includes(block ?? '') ?? true);
    expect(rows.length).toBeGreaterThan(5);
    const missing = rows.map(lineOf).filter((line) => !document().includes(line));
    expect(missing.join('\n')).toBe('');
  });

  it('has the statistics of the README among them', async () => {
    const readme = readFileSync(path.join(repository, 'README.md'), 'utf8');
    const [, section = ''] = /^## Comparing\n([\s\S]*?)^## /mu.exec(readme) ?? [];
    const shown = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +/gu, ' '));
    expect(shown).toHaveLength(2);
    expect((await compared('guideeval')).map(lineOf)).toEqual(expect.arrayContaining(shown));
  });

  it.each(recorded)(
    '%s: has the documented count of headline metrics that tell the prompts apart',
    async (benchmark) => {
      const { title, headlines, metrics } = benchmarks.get(benchmark) ?? expect.fail(benchmark);
      const rows = await compared(benchmark);
      const places = headlines ?? rows.slice(0, 1).map(positionOf);
      const shown = rows.filter((row) => places.includes(positionOf(row)));
      expect(shown).toHaveLength(places.length);
      const apart = shown.filter(({ word }) => word === 'better' || word === 'worse');
      const high = shown.filter((row) => {
        const [low, top] = metrics.find((metric) => positionOf(metric) === positionOf(row))?.scale ?? [
          Number.NaN,
          Number.NaN,
        ];
        return row.before.value !== null && row.before.value - low > 0.9 * (top - low);
      });
      const named = (some: readonly string[]): string => some.map((place) => `\`${place}\``).join(', ') || 'none';
      const cells = [title, named(places), `${apart.length} of ${shown.length}`, named(high.map(positionOf))];
      const lines = document().split('\n');
      expect(lines.filter((line) => line.startsWith(`| ${title} |`))).toContain(`| ${cells.join(' | ')} |`);
    },
  );
});
