import { describe, expect, it } from 'vitest';
import type { ImportResult } from '../../../src/core/benchmark/importer';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { importTutorBench } from '../../../src/core/benchmarks/tutorbench/importTutorBench';
import { tutorBenchSampleSchema, type TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { publicSampleFiles, publicSamples } from './sampleFiles';

function read(text: string): ImportResult<TutorBenchSample> {
  const result = importSamples(text, 'mine.csv', tutorBench.importers);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

/** Counts of the data's README; deleted and prohibitions are those of the file itself. */
const counts: readonly [path: string, rows: number, criteria: number, deleted: number, prohibitions: number][] = [
  ['data/tutorbench/train.csv', 426, 4219, 24, 103],
  ['data/tutorbench/test.csv', 76, 721, 4, 24],
  ['data/tutorbench/Text Tutoring Prompts.csv', 60, 577, 7, 0],
  ['data/tutorbench/nine_columns_joined.csv', 278, 2706, 7, 93],
];
const missing = publicSampleFiles.some((path) => publicFile(path) === undefined);

describe.skipIf(missing)(`the public release${missingNote(publicSampleFiles)}`, () => {
  it.each(counts)(
    'loads %s: %i rows, %i criteria of which %i deleted, %i prohibitions',
    (path, rows, criteria, deleted, prohibitions) => {
      const { samples, problems } = read(publicFile(path) ?? '');
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(samples).toHaveLength(rows);
      expect(new Set(samples.map(({ id }) => id)).size).toBe(rows);
      const all = samples.flatMap((sample) => sample.criteria);
      expect(all).toHaveLength(criteria - deleted);
      // All critical_negative criteria of the release are prohibitions, and no others are.
      expect(all.filter(({ weight }) => weight === -5)).toHaveLength(prohibitions);
      expect(all.filter(({ polarity }) => polarity === 'prohibition')).toHaveLength(prohibitions);
      const named = (pattern: RegExp): number =>
        problems.reduce((sum, { message }) => sum + Number(pattern.exec(message)?.[1] ?? 0), 0);
      expect(named(/marked “deleted” were left out: (\d+)/)).toBe(deleted);
      expect(named(/worded as prohibitions: (\d+)/)).toBe(prohibitions);
      expect(problems.filter(({ message }) => message.includes('not known'))).toEqual([]);
    },
  );

  it.each(publicSampleFiles)('gives samples of %s that pass the own schema unchanged and need no mending', (path) => {
    const samples = publicSamples(path);
    for (const sample of samples) {
      expect(tutorBenchSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    }
    const warnings = tutorBench.checkSamples(samples);
    expect(warnings.every(({ field, severity }) => severity === 'warning' && field.endsWith('.dimensions'))).toBe(true);
    expect(warnings.length).toBeLessThanOrEqual(2);
  });

  it('reads BATCH, TASK_ID and all tags of the nine-column form', () => {
    const samples = publicSamples('data/tutorbench/nine_columns_joined.csv');
    const of = (useCase: string) => samples.filter((sample) => sample.useCase === useCase);
    expect([of('adaptive_explanation').length, of('assessment_feedback').length, of('active_learning').length]).toEqual(
      [93, 91, 94],
    );
    expect(samples.every(({ id, modality }) => /^[0-9a-f]{24}$/.test(id) && modality === 'text')).toBe(true);
    expect(
      of('adaptive_explanation').every(({ turns }) => turns.map(({ role }) => role).join() === 'user,assistant,user'),
    ).toBe(true);
    expect(of('assessment_feedback').every(({ turns }) => turns.length === 3 && turns[1]?.role === 'assistant')).toBe(
      true,
    );
    expect(of('active_learning').every(({ turns }) => turns.length === 1)).toBe(true);
    expect(samples.filter(({ bloom }) => bloom === undefined)).toHaveLength(5);
    const criteria = samples.flatMap((sample) => sample.criteria);
    // From the file: "Asks questions to guide students " and "Provides alternative solutions/ paths/".
    expect(criteria.filter(({ skill }) => skill === 'guiding_questions').length).toBeGreaterThanOrEqual(97);
    expect(criteria.filter(({ skill }) => skill === 'alternative_solutions').length).toBeGreaterThanOrEqual(52);
    expect(criteria.filter(({ dimensions }) => dimensions.includes('emotional_component')).length).toBeGreaterThan(250);
    expect(criteria.every(({ explicit, objective }) => explicit !== undefined && objective !== undefined)).toBe(true);
  });

  it('tells the use cases apart without BATCH as its comment says: 177 of the 185 rows that are not explanations', () => {
    const text = publicFile('data/tutorbench/nine_columns_joined.csv') ?? '';
    const known = new Map(read(text).samples.map(({ id, useCase }) => [id, useCase]));
    const { samples, problems } = read(text.replace('TASK_ID,BATCH', 'TASK_ID,OTHER'));
    const guessed = samples.filter(({ useCase }) => useCase !== 'adaptive_explanation');
    expect(guessed).toHaveLength(185);
    expect(guessed.filter(({ id, useCase }) => known.get(id) === useCase)).toHaveLength(177);
    expect(problems.filter(({ field }) => field === 'BATCH')).toHaveLength(185);
  });

  it('gives rows without TASK_ID ids that stay the same', () => {
    const text = publicFile('data/tutorbench/test.csv') ?? '';
    expect(read(text).samples.map(({ id }) => id)).toEqual(read(text).samples.map(({ id }) => id));
  });
});

const report = 'data/tutorbench/judged/gpt-oss-20b.final_report.json';
describe.skipIf(publicFile(report) === undefined)(`a summary with NaN${missingNote([report])}`, () => {
  it('is refused in one line that says where and what', () => {
    const result = importSamples(publicFile(report) ?? '', 'final_report.json', tutorBench.importers);
    expect(result.kind === 'refused' && result.reason).toMatch(
      /^final_report\.json: .*Write null in place of NaN[^\n]*$/,
    );
  });
});

const attributes = {
  explicitness: 'explicit',
  objectivity: 'subjective',
  severity: 'critical',
  tutoring_skill: 'Step by step help/ analysis ',
  eval_dimension: 'style_tone, emotional_component ',
};
const rubric = (change: object = {}, criteria = 'The response must say so.') => ({
  attributes: { ...attributes, ...change },
  criteria,
});

type Row = Partial<Record<string, string>>;

const columns =
  'TASK_ID BATCH SUBJECT PROMPT IMAGE_URL UC1_INITIAL_EXPLANATION FOLLOW_UP_PROMPT RUBRICS bloom_taxonomy'.split(' ');

function csv(...rows: readonly Row[]): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const base: Row = {
    BATCH: 'USE_CASE_3_TEXT',
    SUBJECT: 'physics ',
    PROMPT: 'Why?',
    FOLLOW_UP_PROMPT: 'Because, I\nthink.',
    RUBRICS: JSON.stringify([rubric()]),
    bloom_taxonomy: 'Analyze',
  };
  const lines = rows.map((row, index) => {
    const all: Row = { TASK_ID: `t${index + 1}`, ...base, ...row };
    return columns.map((name) => quoted(all[name] ?? '')).join(',');
  });
  return [columns.join(','), ...lines].join('\n');
}

describe('importTutorBench', () => {
  it('recognises the form by its columns alone', () => {
    const recognizes = (text: string): boolean => {
      const file = parseDataFile(text);
      return file.kind !== 'refused' && importTutorBench.recognizes(file);
    };
    expect(recognizes(csv({}))).toBe(true);
    expect(recognizes('PROMPT,RUBRICS\na,[]')).toBe(false);
    expect(recognizes('[{"PROMPT": "a", "RUBRICS": "[]"}]')).toBe(false);
  });

  it('reads tags with blanks, lists, slashes and “none”', () => {
    const entries = [
      rubric(),
      rubric({ tutoring_skill: 'Provides alternative solutions/ paths/', eval_dimension: 'Truthfulness' }),
      rubric({ tutoring_skill: 'Not applicable', eval_dimension: 'Not applicable', explicitness: 'implicit' }),
    ];
    const { samples, problems } = read(csv({ RUBRICS: JSON.stringify(entries), bloom_taxonomy: 'none' }));
    expect(samples[0]).toMatchObject({ subject: 'Physics', bloom: undefined, id: 't1' });
    expect(samples[0]?.criteria).toMatchObject([
      {
        id: 'c01',
        weight: 5,
        skill: 'step_by_step_help',
        dimensions: ['style_tone', 'emotional_component'],
        explicit: true,
        objective: false,
      },
      { id: 'c02', skill: 'alternative_solutions', dimensions: ['truthfulness'] },
      { id: 'c03', skill: undefined, dimensions: [], explicit: false },
    ]);
    expect(problems).toMatchObject([{ severity: 'warning', field: 'RUBRICS' }]);
    expect(problems[0]?.message).toContain('dimension: 1');
  });

  it('keeps the words of a prohibition and marks it; a positive “must not” and a plain unwanted behaviour stay statements', () => {
    const forbidden = 'The response must not\nreveal 42.';
    const entries = [
      rubric({}, 'The response must not be long.'),
      rubric({ severity: 'critical_negative' }, forbidden),
      rubric({ severity: 'critical_negative' }, 'Reveals 42.'),
      rubric({ severity: 'deleted' }),
      rubric({ severity: 'not_critical' }),
    ];
    const { samples, problems } = read(csv({ RUBRICS: JSON.stringify(entries) }));
    expect(samples[0]?.criteria.map(({ weight, polarity }) => [weight, polarity])).toEqual([
      [5, 'statement'],
      [-5, 'prohibition'],
      [-5, 'statement'],
      [1, 'statement'],
    ]);
    expect(samples[0]?.criteria[1]?.text).toBe(forbidden);
    expect(problems).toHaveLength(2);
    expect(problems[0]?.message).toContain('“deleted” were left out: 1');
    expect(problems[1]?.message).toContain('worded as prohibitions: 1');
    expect(tutorBench.checkSamples(samples)).toEqual([]);
  });

  it('maps the columns to turns by use case', () => {
    const png = { url: 'https://images.example/a.png?x=1', mediaType: 'image/png' };
    const { samples, problems } = read(
      csv(
        { BATCH: 'USE_CASE_1_MULTIMODAL', UC1_INITIAL_EXPLANATION: 'So.', IMAGE_URL: png.url },
        { BATCH: 'USE_CASE_2_TEXT' },
        { BATCH: 'USE_CASE_2_MULTIMODAL', FOLLOW_UP_PROMPT: '', IMAGE_URL: 'https://images.example/b.JPG' },
        { BATCH: 'USE_CASE_3_TEXT' },
        { BATCH: 'USE_CASE_3_MULTIMODAL', FOLLOW_UP_PROMPT: '', IMAGE_URL: 'https://images.example/c' },
      ),
    );
    expect(problems).toEqual([]);
    expect(samples.map(({ turns }) => turns)).toEqual([
      [
        { role: 'user', content: 'Why?', images: [png] },
        { role: 'assistant', content: 'So.', images: [] },
        { role: 'user', content: 'Because, I\nthink.', images: [] },
      ],
      [
        { role: 'user', content: 'Why?', images: [] },
        { role: 'assistant', content: 'Because, I\nthink.', images: [] },
        { role: 'user', content: 'Please assess this solution.', images: [] },
      ],
      [{ role: 'user', content: 'Why?', images: [{ url: 'https://images.example/b.JPG', mediaType: 'image/jpeg' }] }],
      [{ role: 'user', content: 'Why?\n\nBecause, I\nthink.', images: [] }],
      [{ role: 'user', content: 'Why?', images: [{ url: 'https://images.example/c', mediaType: 'image/png' }] }],
    ]);
    expect(samples.map(({ modality }) => modality)).toEqual(['multimodal', 'text', 'multimodal', 'text', 'multimodal']);
  });

  it('reports bad rows with number and field and loads the rest', () => {
    const { samples, problems } = read(
      csv(
        { RUBRICS: 'no JSON' },
        { RUBRICS: '[]' },
        { RUBRICS: JSON.stringify([rubric({ severity: 'fatal' })]) },
        { RUBRICS: JSON.stringify([rubric({ severity: 'critical_negative' })]) },
        { BATCH: 'USE_CASE_9' },
        { BATCH: 'USE_CASE_2_MULTIMODAL' },
        { PROMPT: '', FOLLOW_UP_PROMPT: '' },
        { IMAGE_URL: "{'bytes': b'\\x89PNG'}", BATCH: 'USE_CASE_3_MULTIMODAL' },
        {},
        { TASK_ID: 't9' },
        { TASK_ID: '' },
        { TASK_ID: '' },
      ),
    );
    expect(samples.map(({ id }) => id.replace(/-[0-9a-f]{16}$/, ''))).toEqual(['t9', 'content']);
    expect(problems.map(({ severity, record, field }) => [severity, record, field])).toEqual([
      ['error', 1, 'RUBRICS'],
      ['error', 2, 'RUBRICS'],
      ['error', 3, 'RUBRICS'],
      ['error', 4, 'criteria'],
      ['error', 5, 'BATCH'],
      ['error', 6, 'turns'],
      ['error', 7, 'turns[0].content'],
      ['warning', 8, 'IMAGE_URL'],
      ['error', 8, 'turns'],
      ['error', 10, 'id'],
      ['error', 12, 'id'],
    ]);
  });
});
