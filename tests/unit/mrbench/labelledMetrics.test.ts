import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { dimensionIds, dimensionOf } from '../../../src/core/benchmarks/mrbench/labels';
import { labelledMetrics, metricBlocks } from '../../../src/core/benchmarks/mrbench/metrics';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { missingNote, publicFile, publicJson } from './publicFile';

const cell = z.object({ hits: z.number(), n: z.number(), percent: z.number() });
const tutors = z.record(z.string(), z.object({ n: z.number(), damr: z.record(z.string(), cell) }));
const expectedSchema = z.object({
  files: z.record(
    z.string(),
    z.object({ records: z.number(), responses: z.number(), all: tutors, by_source: z.record(z.string(), tutors) }),
  ),
});

function samplesOf(file: string): readonly MrSample[] {
  const read = importSamples(publicFile(`data/mrbench/${file}`) ?? '', file, mrBench.importers);
  if (read.kind === 'refused') throw new Error(read.reason);
  return read.samples;
}

const expectedPath = 'data/mrbench/damr_expected.json';
describe.skipIf(publicFile(expectedPath) === undefined)(`DAMR of people's labels${missingNote([expectedPath])}`, () => {
  const files = publicFile(expectedPath) === undefined ? {} : expectedSchema.parse(publicJson(expectedPath)).files;

  it.each(Object.entries(files))('equals every cell computed for %s', (file, expected) => {
    const samples = samplesOf(file);
    expect(samples).toHaveLength(expected.records);
    const groups = labelledMetrics(samples);
    expect(groups.map(({ id }) => id).sort()).toEqual(Object.keys(expected.all).sort());
    let compared = 0;
    for (const [block, byTutor] of Object.entries({ all: expected.all, ...expected.by_source })) {
      for (const [tutor, { damr }] of Object.entries(byTutor)) {
        const metrics = groups.find(({ id }) => id === tutor)?.metrics.filter((metric) => metric.block === block);
        for (const [key, { hits, n, percent }] of Object.entries(damr)) {
          const metric = metrics?.find(({ id }) => id === dimensionOf(key));
          expect([tutor, key, metric?.hits, metric?.n]).toEqual([tutor, key, hits, n]);
          expect(metric?.value).toBeCloseTo(percent, 3);
          expect(metric?.ci?.low).toBeLessThanOrEqual(percent + 1e-3);
          expect(metric?.ci?.high).toBeGreaterThanOrEqual(percent - 1e-3);
          compared += 1;
        }
      }
    }
    const own = groups.flatMap(({ metrics }) => metrics).filter(({ id }) => dimensionIds.some((known) => known === id));
    expect(compared).toBe(own.length);
    expect(compared).toBeGreaterThan(0);
  });

  it('knows every block of the file', () => {
    const blocks = Object.values(files).flatMap(({ by_source: bySource }) => Object.keys(bySource));
    expect(new Set([...blocks, 'all'])).toEqual(new Set(metricBlocks.map(({ id }) => id)));
  });

  it('leaves exactly the offensive replies of V1 out of the merged tone variant', () => {
    const offensive = samplesOf('MRBench_V1.json').flatMap(({ references }) =>
      Object.entries(references).filter(([, { labels }]) => labels.tutor_tone === 'Offensive'),
    );
    const groups = labelledMetrics(samplesOf('MRBench_V1.json'));
    const missing = groups.flatMap(({ metrics }) =>
      metrics
        .filter(({ id, block }) => id === 'tutor_tone_non_offensive' && block === 'all')
        .map(({ n, hits }) => n - (hits ?? 0)),
    );
    expect(missing.reduce((sum, one) => sum + one, 0)).toBe(offensive.length);
  });
});

const table = z.object({
  dataColumns: z.array(z.enum(dimensionIds)),
  printedColumns: z.array(z.enum(dimensionIds)),
  rows: z.array(z.object({ tutor: z.string(), values: z.array(z.number().nullable()) })),
});
/** The rate of parts taken together; those without a value are left out. */
function pooled(parts: readonly { readonly n: number; readonly value: number | undefined }[]): number | undefined {
  const there = parts.flatMap(({ n, value }) => (value === undefined ? [] : [{ n, sum: n * value }]));
  const all = there.reduce((sum, { n }) => sum + n, 0);
  return all === 0 ? undefined : there.reduce((sum, part) => sum + part.sum, 0) / all;
}

const printed = () => z.object({ table3: table, table8: table, table9: table }).parse(publicJson(publishedPath));
const publishedPath = 'spec/published/mrbench.json';
describe.skipIf(publicFile(publishedPath) === undefined)(`printed tables pooled${missingNote([publishedPath])}`, () => {
  it('gives Table 3 from Tables 8 and 9 in all cells but the misprinted one', () => {
    const { table3, table8, table9 } = printed();
    const off: string[] = [];
    let compared = 0;
    for (const { tutor, values } of table3.rows) {
      const bridge = table8.rows.find((row) => row.tutor === tutor);
      const mathDial = table9.rows.find((row) => row.tutor === tutor);
      for (const [index, dimension] of table3.dataColumns.entries()) {
        const eighth = bridge?.values[table8.dataColumns.indexOf(dimension)] ?? undefined;
        const ninth = mathDial?.values[table9.dataColumns.indexOf(dimension)] ?? undefined;
        const rate = pooled([
          { n: 60, value: eighth },
          // Novice replies exist for Bridge only.
          { n: 132, value: ninth },
        ]);
        compared += 1;
        if (Math.abs((rate ?? Number.NaN) - (values[index] ?? Number.NaN)) > 0.06) off.push(`${tutor} ${dimension}`);
      }
    }
    expect(compared).toBe(table3.rows.length * dimensionIds.length);
    expect(off).toEqual(['Expert tutor_tone']);
  });

  it('matches no language model when Tables 8 and 9 are read by their printed headers', () => {
    const { table3, table8, table9 } = printed();
    const matching = table3.rows.filter(({ tutor, values }) =>
      table3.dataColumns.every((dimension, index) => {
        const parts = [table8, table9].map(({ printedColumns, rows }) =>
          rows.find((row) => row.tutor === tutor)?.values.at(printedColumns.indexOf(dimension)),
        );
        const rate = pooled([
          { n: 60, value: parts[0] ?? undefined },
          { n: 132, value: parts[1] ?? undefined },
        ]);
        return Math.abs((rate ?? Number.NaN) - (values[index] ?? Number.NaN)) <= 0.06;
      }),
    );
    expect(matching).toEqual([]);
  });
});

describe('labelledMetrics without public data', () => {
  it('has no group for no samples and no metric for labels that are not there', () => {
    expect(labelledMetrics([])).toEqual([]);
    const sample: MrSample = {
      system: 'mrbench',
      id: 'a',
      source: 'Other',
      gradeBand: 'middle',
      topic: undefined,
      groundTruthSolution: undefined,
      history: [{ role: 'student', content: 'x = 4?' }],
      references: {
        Expert: { response: 'Why?', labels: { coherence: 'Yes' } },
        Novice: { response: 'No.', labels: {} },
      },
    };
    const groups = labelledMetrics([sample]);
    expect(groups.map(({ id }) => id)).toEqual(['Expert', 'Novice']);
    expect(groups[0]?.metrics.map(({ id, block, value, n, hits }) => ({ id, block, value, n, hits }))).toEqual([
      { id: 'coherence', block: 'all', value: 100, n: 1, hits: 1 },
    ]);
    expect(groups[1]?.metrics.map(({ id, value, n, excluded }) => ({ id, value, n, excluded }))).toEqual([
      { id: 'coherence', value: undefined, n: 0, excluded: 1 },
    ]);
  });
});
