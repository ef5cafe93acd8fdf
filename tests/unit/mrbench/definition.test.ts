import { describe, expect, it } from 'vitest';
import { ownFormat, importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { mrBenchSampleSchema } from '../../../src/core/benchmarks/mrbench/samples';
import { starterSamples } from './sampleFiles';

const record = {
  system: 'mrbench',
  id: 'a',
  source: 'Other',
  gradeBand: 'elementary',
  topic: null,
  groundTruthSolution: null,
  history: [
    { role: 'tutor', content: 'What is 2 + 2?' },
    { role: 'student', content: '5' },
  ],
};

describe('mrBenchSampleSchema', () => {
  it('takes the least record, with null for what is missing', () => {
    expect(mrBenchSampleSchema.parse(record)).toEqual({
      ...record,
      topic: undefined,
      groundTruthSolution: undefined,
      references: {},
    });
  });

  it.each([
    ['Bridge', 'elementary'],
    ['MathDial', 'middle'],
  ] as const)('takes the grade band of %s from the source', (source, band) => {
    expect(mrBenchSampleSchema.parse({ ...record, source, gradeBand: undefined }).gradeBand).toBe(band);
  });

  it.each<[string, object, string]>([
    ['no grade band', { gradeBand: undefined }, 'gradeBand'],
    ['a tutor turn at the end', { history: [{ role: 'tutor', content: 'Hi' }] }, 'history[0].role'],
    ['an empty history', { history: [] }, 'history'],
    ['an empty turn', { history: [{ role: 'student', content: '' }] }, 'history[0].content'],
    ['an unknown role', { history: [{ role: 'pupil', content: 'x' }] }, 'history[0].role'],
    [
      'a wrong label',
      { references: { A: { response: 'x', labels: { coherence: 'yes' } } } },
      'references.A.labels.coherence',
    ],
    ['no id', { id: undefined }, 'id'],
  ])('reports %s with record and field', (_what, change, field) => {
    const lines = [record, { ...record, id: 'b', ...change }].map((one) => JSON.stringify(one)).join('\n');
    const result = importSamples(lines, 'mine.jsonl', [ownFormat('mrbench', mrBench.sampleSchema)]);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.samples.map(({ id }) => id)).toEqual(['a']);
    expect(result.problems.map((problem) => [problem.severity, problem.record, problem.field])).toEqual([
      ['error', 2, field],
    ]);
  });
});

describe('checkSamples', () => {
  it('reports ids that occur twice and warns of a public dialogue that ends with the tutor', () => {
    const own = mrBenchSampleSchema.parse(record);
    const open = mrBenchSampleSchema.parse({
      ...record,
      id: 'b',
      source: 'Bridge',
      history: record.history.slice(0, 1),
    });
    expect(mrBench.checkSamples([own, open])).toMatchObject([
      { severity: 'warning', sampleId: 'b', field: 'history[0].role' },
    ]);
    expect(mrBench.checkSamples([own, own])).toMatchObject([{ severity: 'error', sampleId: 'a', field: 'id' }]);
    expect(mrBench.checkSamples(starterSamples())).toEqual([]);
  });
});

describe('summarize', () => {
  it('shows title, last words, source or grade band, and subject', () => {
    const own = mrBenchSampleSchema.parse({ ...record, title: 'Two and two' });
    expect(mrBench.summarize(own)).toEqual({
      title: 'Two and two',
      quote: '5',
      group: 'Elementary school',
      subject: 'Mathematics',
    });
    expect(mrBench.summarize({ ...own, source: 'Bridge', title: undefined, topic: 'Adding' })).toMatchObject({
      title: 'Adding',
      group: 'Bridge',
    });
  });

  it('takes the problem for a title where there is nothing better, and not all of it', () => {
    const sample = mrBenchSampleSchema.parse({
      ...record,
      source: 'MathDial',
      history: [
        { role: 'tutor', content: `Please do this. The question is: Ann has 3 apples ${'and 3 more '.repeat(20)}.` },
        { role: 'student', content: '5' },
      ],
    });
    const { title } = mrBench.summarize(sample);
    expect(title).toMatch(/^Ann has 3 apples/);
    expect(title.length).toBeLessThanOrEqual(62);
  });
});

describe('the starter set', () => {
  it('has a summary for each sample that says something', () => {
    for (const sample of starterSamples()) {
      const { title, quote, group } = mrBench.summarize(sample);
      expect([title, quote, group].every((text) => text.length > 0)).toBe(true);
    }
  });
});
