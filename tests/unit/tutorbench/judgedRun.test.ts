import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { dataRecords } from '../../../src/core/benchmark/importing/readRecords';
import { readRubrics, type RubricEntry } from '../../../src/core/benchmarks/tutorbench/importTutorBench';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';
import { isRecord } from '../../../src/core/text/isRecord';
import { judgedSample, shownMetric, type JudgedCriterion } from './scoresByMetrics';

type Severity = RubricEntry['severity'];

const folder = 'data/tutorbench/judged';
const csvFiles = ['data/tutorbench/train.csv', 'data/tutorbench/test.csv'];
const models = ['claude-sonnet-4-5', 'claude-haiku-4-5', 'gpt-oss-20b'] as const;
const paths = [`${folder}/arr_expected.json`, ...models.map((model) => `${folder}/${model}.results.json`), ...csvFiles];

const expectedFile = z.record(
  z.string(),
  z.object({
    samples: z.number(),
    criteria: z.number(),
    mean_weighted_score_as_published: z.number(),
    mean_ARRw_severity_weights_deleted_dropped: z.number(),
    severities: z.record(z.string(), z.number()),
  }),
);

/** A run that was judged elsewhere: model replies of the public release with a verdict on every criterion. */
const runFile = z.array(
  z.object({
    sample_id: z.string(),
    weighted_score: z.number(),
    rubric_ratings: z.array(z.object({ criterion: z.string(), passed: z.boolean() })),
  }),
);

/** A criterion with the release's severity. `passed` is good behaviour: false means a broken prohibition. */
function judgedBy(severity: Severity, passed: boolean): JudgedCriterion {
  if (severity === 'critical_negative') return { weight: -5, polarity: 'prohibition', met: !passed };
  return { weight: severity === 'critical' ? 5 : 1, met: passed };
}

/** The run's headline from the metric. Deleted criteria are dropped, or count 1 as in some runs. */
function headlineOfRun(
  run: z.output<typeof runFile>,
  severitiesOf: (criteria: readonly string[]) => readonly Severity[],
  deleted: 'dropped' | 'weightOne',
): MetricValue {
  const results = run.map(({ sample_id: id, rubric_ratings: ratings }, index) => {
    const severities = severitiesOf(ratings.map(({ criterion }) => criterion.trim()));
    const judged = ratings.flatMap(({ passed }, place) => {
      const severity = severities[place];
      if (severity === undefined || (severity === 'deleted' && deleted === 'dropped')) return [];
      return [judgedBy(severity, passed)];
    });
    return judgedSample(`${id}#${index}`, judged);
  });
  return shownMetric(results, 'headline', 'ARR_w');
}

/** The severities of the release by the words of a row's criteria, which name the row. */
function severitiesByText(): ReadonlyMap<string, readonly Severity[]> {
  const rows = csvFiles.flatMap((path) => {
    const file = parseDataFile(publicFile(path) ?? '');
    return file.kind === 'refused' ? [] : dataRecords(file).map(({ value }) => value);
  });
  return new Map(
    rows.flatMap((row) => {
      const cell = isRecord(row) ? row.RUBRICS : undefined;
      const reading = typeof cell === 'string' ? readRubrics(cell) : undefined;
      if (reading === undefined || typeof reading === 'string') return [];
      const key = JSON.stringify(reading.map(({ text }) => text));
      return [[key, reading.map(({ severity }) => severity)] as const];
    }),
  );
}

describe.skipIf(paths.some((path) => publicFile(path) === undefined))(`judged runs${missingNote(paths)}`, () => {
  it.each(models)('scores %s as published with deleted criteria at weight 1, and as is right without them', (model) => {
    const expected = expectedFile.parse(publicJson(`${folder}/arr_expected.json`))[model];
    const run = runFile.parse(publicJson(`${folder}/${model}.results.json`));
    const known = severitiesByText();
    const found: Severity[] = [];
    const severitiesOf = (criteria: readonly string[]): readonly Severity[] => {
      const severities = known.get(JSON.stringify(criteria)) ?? [];
      found.push(...severities);
      return severities;
    };
    const dropped = headlineOfRun(run, severitiesOf, 'dropped');
    expect(dropped).toMatchObject({ n: expected?.samples, excluded: 0 });
    expect((dropped.value ?? Number.NaN) / 100).toBeCloseTo(
      expected?.mean_ARRw_severity_weights_deleted_dropped ?? Number.NaN,
      6,
    );
    const counts = Object.fromEntries(
      [...new Set(found)].map((severity) => [severity, found.filter((one) => one === severity).length]),
    );
    expect(counts).toEqual(expected?.severities);
    const asPublished = (headlineOfRun(run, severitiesOf, 'weightOne').value ?? Number.NaN) / 100;
    expect(asPublished).toBeCloseTo(expected?.mean_weighted_score_as_published ?? Number.NaN, 6);
    const mean = run.reduce((sum, sample) => sum + sample.weighted_score, 0) / run.length;
    expect(asPublished).toBeCloseTo(mean, 9);
  });
});

describe('a prohibition in a judged run', () => {
  it('costs 5 when it was broken and nothing when it was kept', () => {
    const share = (kept: boolean): number | undefined =>
      shownMetric(
        [judgedSample('a', [judgedBy('critical', true), judgedBy('critical_negative', kept)])],
        'headline',
        'ARR_w',
      ).value;
    expect([share(false), share(true)]).toEqual([0, 100]);
  });
});
