import { describe, expect, it } from 'vitest';
import { ownFormat, importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { tutorBenchSampleSchema, type TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import { dieRecord, dieSample, starterSamples } from './sampleFiles';

const [first, second, third, spoiler] = dieRecord.criteria;
const image = { path: 'images/a.png', mediaType: 'image/png', alt: 'A drawing' };
const withImage = { modality: 'multimodal', turns: [{ role: 'user', content: 'See my work.', images: [image] }] };

describe('tutorBenchSampleSchema', () => {
  it('takes a record as the specification writes it, with null for what is missing', () => {
    expect(dieSample.criteria[2]).toMatchObject({ skill: undefined, polarity: 'statement', weight: 1 });
    expect(dieSample).toMatchObject({ humanRatings: [], turns: [{ images: [] }] });
    expect(tutorBenchSampleSchema.parse({ ...dieRecord, bloom: null }).bloom).toBeUndefined();
  });

  it('reads what it wrote', () => {
    const multimodal = tutorBenchSampleSchema.parse({ ...dieRecord, ...withImage });
    for (const sample of [dieSample, multimodal]) {
      expect(tutorBenchSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    }
  });

  it.each<[string, object, string]>([
    ['a tutor turn at the end', { turns: [...dieRecord.turns, { role: 'assistant', content: 'Hi' }] }, 'turns[1].role'],
    ['no turns', { turns: [] }, 'turns'],
    ['a turn without words and image', { turns: [{ role: 'user', content: ' ' }] }, 'turns[0].content'],
    ['a multimodal sample without image', { modality: 'multimodal' }, 'turns'],
    ['an image in a text sample', { ...withImage, modality: 'text' }, 'modality'],
    [
      'an image with path and url',
      { ...withImage, turns: [{ role: 'user', content: 'x', images: [{ ...image, url: 'https://a.example/b.png' }] }] },
      'turns[0].images[0]',
    ],
    [
      'an image without path and url',
      { ...withImage, turns: [{ role: 'user', content: 'x', images: [{ mediaType: 'image/png' }] }] },
      'turns[0].images[0]',
    ],
    [
      'something that is no image',
      {
        ...withImage,
        turns: [{ role: 'user', content: 'x', images: [{ path: 'a.pdf', mediaType: 'application/pdf' }] }],
      },
      'turns[0].images[0].mediaType',
    ],
    [
      'a visual dimension without image',
      { criteria: [{ ...first, dimensions: ['visual_perception'] }] },
      'criteria[0].dimensions',
    ],
    ['the same criterion id twice', { criteria: [first, second, { ...third, id: 'c1' }] }, 'criteria[2].id'],
    ['no positive weight', { criteria: [spoiler] }, 'criteria'],
    ['another weight', { criteria: [{ ...first, weight: 3 }] }, 'criteria[0].weight'],
    ['an unknown skill', { criteria: [{ ...first, skill: 'patience' }] }, 'criteria[0].skill'],
    [
      'a prohibition with a positive weight',
      { criteria: [{ ...first, polarity: 'prohibition' }] },
      'criteria[0].polarity',
    ],
    ['an unknown use case', { useCase: 'practice' }, 'useCase'],
  ])('reports %s with record and field', (_what, change, field) => {
    const lines = [dieRecord, { ...dieRecord, id: 'b', ...change }].map((one) => JSON.stringify(one)).join('\n');
    const result = importSamples(lines, 'mine.jsonl', [ownFormat('tutorbench', tutorBench.sampleSchema)]);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.samples.map(({ id }) => id)).toEqual(['die']);
    expect(result.problems.map((problem) => [problem.severity, problem.record, problem.field])).toEqual([
      ['error', 2, field],
    ]);
  });
});

describe('checkSamples', () => {
  const changed = (change: object): TutorBenchSample =>
    tutorBenchSampleSchema.parse({ ...dieRecord, criteria: [first, { ...spoiler, ...change }] });

  it('finds nothing in sound samples, and the second of two with one id', () => {
    expect(tutorBench.checkSamples([dieSample])).toEqual([]);
    expect(tutorBench.checkSamples([dieSample, dieSample])).toMatchObject([
      { severity: 'error', sampleId: 'die', field: 'id' },
    ]);
  });

  it.each([
    'The response must not state 91/216.',
    'Does not reveal the answer.',
    'Doesn’t reveal it.',
    'Avoids stating 91/216.',
    'Leads on without the answer.',
  ])('warns of weight -5 on “%s”, but not when it is marked as a prohibition', (text) => {
    expect(tutorBench.checkSamples([changed({ text })])).toMatchObject([
      { severity: 'warning', field: 'criteria[1].text' },
    ]);
    expect(tutorBench.checkSamples([changed({ text, polarity: 'prohibition' })])).toEqual([]);
  });

  it('lets a positive criterion be worded as a prohibition, and warns of one that counts in no dimension', () => {
    expect(tutorBench.checkSamples([changed({ text: 'Must not state it.', weight: 1 })])).toEqual([]);
    expect(tutorBench.checkSamples([changed({ dimensions: [] })])).toMatchObject([
      { severity: 'warning', field: 'criteria[1].dimensions' },
    ]);
  });

  it('warns of a rating of a criterion that is not there', () => {
    const humanRatings = [{ reply: 'x', criterionId: 'c9', ratings: [true] }];
    const sample = tutorBenchSampleSchema.parse({ ...dieRecord, humanRatings });
    expect(tutorBench.checkSamples([sample])).toMatchObject([
      { severity: 'warning', field: 'humanRatings[0].criterionId' },
    ]);
  });
});

describe('summarize and imagesOf', () => {
  it('shows the student’s words, use case and subject', () => {
    expect(tutorBench.summarize({ ...dieSample, title: 'One six' })).toEqual({
      title: 'One six',
      quote: dieRecord.turns[0].content,
      group: 'Active learning',
      subject: 'Statistics',
    });
    expect(tutorBench.summarize(dieSample).title.length).toBeLessThanOrEqual(60);
  });

  it('quotes the solution of an assessment sample, not the request that follows it', () => {
    const turns = [
      { role: 'user', content: 'What is 2 + 2?' },
      { role: 'assistant', content: 'I get 5.' },
      { role: 'user', content: 'Please assess this solution.' },
    ];
    const sample = tutorBenchSampleSchema.parse({ ...dieRecord, useCase: 'assessment_feedback', turns });
    expect(tutorBench.summarize(sample)).toMatchObject({ quote: 'I get 5.', group: 'Assessment and feedback' });
  });

  it('names the images of all turns', () => {
    expect(tutorBench.imagesOf?.(dieSample)).toEqual([]);
    expect(tutorBench.imagesOf?.(tutorBenchSampleSchema.parse({ ...dieRecord, ...withImage }))).toEqual([image]);
  });
});

describe('the starter set', () => {
  it('has no fault, no warning, and a summary for each sample', () => {
    const samples = starterSamples();
    expect(samples.length).toBeGreaterThanOrEqual(24);
    expect(tutorBench.checkSamples(samples)).toEqual([]);
    for (const sample of samples) {
      const { title, quote, group, subject } = tutorBench.summarize(sample);
      expect([title, quote, group, subject].every((text) => text.length > 0)).toBe(true);
      expect(tutorBench.unitOf(sample)).toBe(sample.id);
    }
  });
});
