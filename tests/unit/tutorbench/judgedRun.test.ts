import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseDataFile } from '../../../src/core/benchmarks/importing/dataFile';
import { dataRecords, isRecord } from '../../../src/core/benchmarks/importing/dataRecords';
import { judgedRunSchema, rescoreJudgedRun } from '../../../src/core/benchmarks/tutorbench/judgedRun';
import { readRubrics, type Severity } from '../../../src/core/benchmarks/tutorbench/readRubrics';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';

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
      if (reading?.kind !== 'read') return [];
      const key = JSON.stringify(reading.entries.map(({ text }) => text));
      return [[key, reading.entries.map(({ severity }) => severity)] as const];
    }),
  );
}

describe.skipIf(paths.some((path) => publicFile(path) === undefined))(`judged runs${missingNote(paths)}`, () => {
  it.each(models)('scores %s as published with deleted criteria at weight 1, and as is right without them', (model) => {
    const expected = expectedFile.parse(publicJson(`${folder}/arr_expected.json`))[model];
    const run = judgedRunSchema.parse(publicJson(`${folder}/${model}.results.json`));
    const known = severitiesByText();
    const found: Severity[] = [];
    const severitiesOf = (criteria: readonly string[]): readonly Severity[] | undefined => {
      const severities = known.get(JSON.stringify(criteria));
      found.push(...(severities ?? []));
      return severities;
    };
    const dropped = rescoreJudgedRun(run, severitiesOf, 'dropped');
    expect(dropped).toMatchObject({ n: expected?.samples, excluded: 0 });
    expect(dropped.score).toBeCloseTo(expected?.mean_ARRw_severity_weights_deleted_dropped ?? Number.NaN, 6);
    const counts = Object.fromEntries(
      [...new Set(found)].map((severity) => [severity, found.filter((one) => one === severity).length]),
    );
    expect(counts).toEqual(expected?.severities);
    const asPublished = rescoreJudgedRun(run, severitiesOf, 'weightOne');
    expect(asPublished.score).toBeCloseTo(expected?.mean_weighted_score_as_published ?? Number.NaN, 6);
    const mean = run.reduce((sum, sample) => sum + sample.weighted_score, 0) / run.length;
    expect(asPublished.score).toBeCloseTo(mean, 9);
  });
});

describe('rescoreJudgedRun', () => {
  const ratings = (...passed: readonly boolean[]) =>
    passed.map((one, index) => ({ criterion: `k${index}`, weight: 1, passed: one }));
  const sample = { sample_id: 'a', model_response: 'x', weighted_score: 0, rubric_ratings: ratings(true, false) };

  it('takes 5 for a prohibition that was not kept, and nothing for one that was', () => {
    const severities = (): readonly Severity[] => ['critical', 'critical_negative'];
    expect(rescoreJudgedRun([sample], severities, 'dropped').score).toBe(0);
    const kept = { ...sample, rubric_ratings: ratings(true, true) };
    expect(rescoreJudgedRun([kept], severities, 'dropped').score).toBe(1);
  });

  it('excludes a sample that the release does not have', () => {
    expect(rescoreJudgedRun([sample], () => undefined, 'dropped')).toMatchObject({
      n: 0,
      excluded: 1,
      score: undefined,
    });
  });
});
