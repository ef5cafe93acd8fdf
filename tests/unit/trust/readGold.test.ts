import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { SampleFileError } from '../../../src/core/run/loadSamples';
import { chooseGold, type GoldSource, GoldSourceError } from '../../../src/core/trust/goldSource';
import { readGold } from '../../../src/core/trust/readGold';
import { guideEvalSample } from '../guideeval/guideEvalFixtures';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { dieRecord, publicSamples } from '../tutorbench/sampleFiles';

function goldOf(benchmark: Benchmark, text: string, samples?: Parameters<typeof readGold>[2]['samples']): GoldSource {
  return readGold(benchmark, { name: 'folder/gold.json', text }, { others: benchmarks.values(), samples });
}

function repliesOf(source: GoldSource): Extract<GoldSource, { kind: 'replies' }> {
  if (source.kind !== 'replies') throw new Error('These are a judge’s answers.');
  return source;
}

function refusalOf(benchmark: Benchmark, text: string): string {
  try {
    goldOf(benchmark, text);
  } catch (error) {
    if (GoldSourceError.is(error) || SampleFileError.is(error)) return error.message;
    throw error;
  }
  throw new Error('It was read.');
}

const dialogue = (id: string, annotation: unknown, response = 'Look again at the second step.'): unknown => ({
  conversation_id: id,
  conversation_history: 'Tutor: What is 2 + 3?\nStudent: It is 6.',
  anno_llm_responses: { GPT4: { response, annotation } },
});

describe('MRBench as released', () => {
  const files = ['data/mrbench/MRBench_V1.json', 'data/mrbench/MRBench_V2.json', 'data/mrbench/mrbench_v3_devset.json'];
  const note = missingNote(files);

  it.skipIf(note !== '').each([
    [files[0], 1_027, 8],
    [files[1], 1_077, 8],
    [files[2], 1_620, 4],
  ])(`gives every labelled reply of %s${note}`, (file = '', replies, dimensions) => {
    const source = repliesOf(goldOf(mrBench, publicFile(file) ?? ''));
    const gold = source.samples.flatMap((one) => one.gold);
    expect([source.by, gold.length]).toEqual(['people', replies]);
    expect(new Set(gold.map(({ labels }) => labels.length))).toEqual(new Set([dimensions]));
    expect(new Set(gold.flatMap(({ labels }) => labels.map(({ judge }) => judge))).size).toBe(dimensions);
  });

  it.skipIf(missingNote(['data/mrbench/mrbench_v3_testset.json']) !== '')('finds no label in the test set', () => {
    const text = publicFile('data/mrbench/mrbench_v3_testset.json') ?? '';
    expect(refusalOf(mrBench, text)).toMatch(/no labelled MRBench reply/);
  });
});

describe('GuideEval samples with people’s scores', () => {
  const gold = { perception: 1, orchestration: 1, elicitation: 2, forReply: 'Right. What next?' };

  it('give a score to the judge of the state, and what most people say where several scored one reply', () => {
    const sample = guideEvalSample({
      state: 'erroneous',
      gold: [
        { ...gold, perception: 0.5 },
        { ...gold, perception: 0.5, orchestration: 0 },
        { ...gold, elicitation: 3, orchestration: undefined },
        { ...gold, forReply: 'No.', perception: 0, orchestration: undefined, elicitation: undefined },
      ],
    } as Parameters<typeof guideEvalSample>[0]);
    const [first, second] = repliesOf(goldOf(guideEval, JSON.stringify(sample))).samples[0]?.gold ?? [];
    expect(first?.labels.map(({ judge, label }) => [judge, label])).toEqual([
      ['P-Redirect', 0.5],
      // One to one on the orchestration: nobody has a majority.
      ['Elicitation', 2],
    ]);
    expect(second).toEqual({ tutor: '', replies: ['No.'], labels: [{ judge: 'P-Redirect', unit: 'reply', label: 0 }] });
  });

  it('have no perception where the learner is neither right nor wrong', () => {
    const sample = guideEvalSample({ state: 'confusion', gold: [gold] } as Parameters<typeof guideEvalSample>[0]);
    const labels = repliesOf(goldOf(guideEval, JSON.stringify(sample))).samples[0]?.gold[0]?.labels;
    expect(labels?.map(({ judge }) => judge)).toEqual(['O-Reconfigure', 'Elicitation']);
  });
});

describe('TutorBench samples with people’s ratings', () => {
  it('give what most people say of a criterion, and nothing where they are split', () => {
    const [first, second] = dieRecord.criteria.map(({ id }) => id);
    const humanRatings = [
      { reply: 'They overlap.', criterionId: first, ratings: [true, true, false] },
      { reply: 'They overlap.', criterionId: second, ratings: [true, false] },
      { reply: 'They overlap.', criterionId: 'unknown', ratings: [true] },
    ];
    const source = repliesOf(goldOf(tutorBench, JSON.stringify({ ...dieRecord, humanRatings })));
    expect(source.samples[0]?.gold).toEqual([
      {
        tutor: '',
        replies: ['They overlap.'],
        labels: [{ judge: 'criteria', unit: 'criterion', criterionId: first, label: true }],
      },
    ]);
  });
});

describe('judged runs of TutorBench', () => {
  const run = 'data/tutorbench/judged/claude-haiku-4-5.results.json';
  const note = missingNote([run, 'data/tutorbench/nine_columns_joined.csv', 'data/tutorbench/train.csv']);

  it.skipIf(note !== '').each(['nine_columns_joined.csv', 'train.csv'])(
    `are joined with the samples of %s by id or by criteria, as labels of a judge${note}`,
    (file) => {
      const samples = publicSamples(`data/tutorbench/${file}`);
      const source = repliesOf(goldOf(tutorBench, publicFile(run) ?? '', samples));
      expect(source.by).toBe('judge');
      expect(source.samples.length).toBeGreaterThan(5);
      for (const { sample, gold } of source.samples) {
        const ids = new Set(samples.find(({ id }) => id === sample.id)?.criteria.map(({ id }) => id));
        expect(gold[0]?.labels.every(({ criterionId = '' }) => ids.has(criterionId))).toBe(true);
      }
    },
  );

  it('turn a prohibition around: one that passed was kept, so it is not met', () => {
    const text = 'The response must not reveal the final answer.';
    const criteria = [
      { ...dieRecord.criteria[0], id: 'a', text: 'Names the overlap.' },
      { ...dieRecord.criteria[0], id: 'b', text, weight: -5, polarity: 'prohibition' },
    ];
    const sample = tutorBench.sampleSchema.parse({ ...dieRecord, criteria });
    const judged = {
      sample_id: 'die',
      model_name: 'm',
      model_response: 'Do they overlap?',
      rubric_ratings: [
        { criterion: 'Names  the overlap.', passed: true, explanation: 'It asks.' },
        { criterion: text, passed: true },
      ],
    };
    const source = repliesOf(goldOf(tutorBench, JSON.stringify([judged]), [sample]));
    expect(source.samples[0]?.gold[0]?.labels).toEqual([
      { judge: 'criteria', unit: 'criterion', criterionId: 'a', label: true, reason: 'It asks.' },
      { judge: 'criteria', unit: 'criterion', criterionId: 'b', label: false },
    ]);
  });

  it('say that they need their samples', () => {
    const judged = [{ sample_id: 'x', model_response: 'y', rubric_ratings: [] }];
    expect(refusalOf(tutorBench, JSON.stringify(judged))).toMatch(/without their samples.*--samples/);
    expect(refusalOf(mrBench, JSON.stringify(judged))).toMatch(/judged run of TutorBench, not of MRBench/);
  });
});

describe('a file of labels that is hostile or broken', () => {
  it.each([
    ['nothing', '', /empty/],
    ['no data', '\u0000\u0001', /not text/],
    ['a bare NaN', '[{"a": NaN}]', /NaN/],
    ['no labels', JSON.stringify([dialogue('1-a', undefined)]), /no labelled MRBench reply/],
    [
      'labels that are none',
      JSON.stringify([dialogue('1-a', { Actionability: 'Perhaps' })]),
      /no labelled MRBench reply/,
    ],
    [
      'a reply without words',
      JSON.stringify([dialogue('1-a', { Actionability: 'Yes' }, ' ')]),
      /no labelled MRBench reply/,
    ],
    ['a list of numbers', '[1, 2, 3]', /none of the known forms/],
    [
      'an answer without labels',
      '{"conversation_id": "a", "raw": "", "pred": null, "gold": {}}',
      /no labelled MRBench reply/,
    ],
    [
      'labels off the scale',
      '{"conversation_id": "a", "raw": "", "pred": null, "gold": {"MI": 3}}',
      /gold\.MI.*not a label/,
    ],
  ])('is refused in one line: %s', (_, text, message) => {
    const refusal = refusalOf(mrBench, text);
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain('\n');
  });

  it('is told apart from samples of another benchmark, and from benchmarks whose samples carry no labels', () => {
    expect(refusalOf(guideEval, JSON.stringify([dialogue('1-a', {})]))).toMatch(/MRBench samples, not GuideEval/);
    expect(refusalOf(socratesBench, '{"system": "socratesbench"}')).toMatch(/carry no labels of given replies/);
  });

  it('loses the bad records only, and no name of a label reaches a prototype', () => {
    const text = `{"conversation_id": "a", "tutor": "T", "raw": "r", "pred": {"MI": "No", "__proto__": {"ML": "Yes"}}, "gold": {"MI": "Yes", "ML": "No"}}
{"conversation_id": 7, "gold": null}
{"conversation_id": "b", "tutor": {}, "raw": 5, "pred": {"MI": ["Yes"]}, "gold": {"MI": "yes.", "constructor": "No"}}`;
    const source = goldOf(mrBench, text);
    if (source.kind !== 'answers') throw new Error('Not read as answers.');
    expect(source.rated.map(({ sampleId, dimension, human, judge }) => [sampleId, dimension, human, judge])).toEqual([
      ['a', 'mistake_identification', 'Yes', 'No'],
      ['a', 'mistake_location', 'No', undefined],
      ['b', 'mistake_identification', 'Yes', undefined],
    ]);
    expect(source.problems.map(({ record }) => record)).toEqual([2]);
  });
});

describe('chooseGold', () => {
  const source = goldOf(
    mrBench,
    JSON.stringify(
      Array.from({ length: 12 }, (_, place) => dialogue(`${place}-a`, { Actionability: 'Yes', Coherence: 'No' })),
    ),
  );
  const all = { dimensions: [], tutor: undefined, limit: undefined, seed: 1 };

  it('takes a seeded sample of dialogues, the same for the same seed', () => {
    const ids = (seed: number): readonly string[] =>
      repliesOf(chooseGold(mrBench, source, { ...all, limit: 4, seed })).samples.map(({ sample }) => sample.id);
    expect(ids(1)).toHaveLength(4);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
  });

  it('keeps the labels of the dimensions and the tutor that are asked for', () => {
    const chosen = repliesOf(chooseGold(mrBench, source, { ...all, dimensions: ['coherence'], tutor: 'GPT4' }));
    expect(new Set(chosen.samples.flatMap(({ gold }) => gold[0]?.labels.map(({ judge }) => judge)))).toEqual(
      new Set(['coherence']),
    );
  });

  it.each([
    [{ dimensions: ['cohesion'] }, /no dimension “cohesion”.*coherence/],
    [{ dimensions: ['tutor_tone'] }, /no label on tutor_tone/],
    [{ tutor: 'Nobody' }, /of a tutor “Nobody”.*GPT4/],
  ])('refuses %j with what there is', (choice, message) => {
    expect(() => chooseGold(mrBench, source, { ...all, ...choice })).toThrow(message);
  });
});
