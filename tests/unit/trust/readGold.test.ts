import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { readJudgedRun } from '../../../scripts/checkOfflineJudges/judgedRun';
import { type TutorBenchSample, tutorBenchSampleSchema } from '../../../src/core/benchmarks/tutorbench/samples';
import { SampleFileError } from '../../../src/core/run/loadSamples';
import { chooseGold, type GoldSource, GoldSourceError, readGold } from '../../../src/core/trust/readGold';
import { guideEvalSample } from '../guideeval/guideEvalFixtures';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { dieRecord, publicSamples } from '../tutorbench/sampleFiles';

function goldOf(benchmark: Benchmark, text: string): GoldSource {
  return readGold(benchmark, { name: 'folder/gold.json', text }, benchmarks.values());
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
    const source = goldOf(mrBench, publicFile(file) ?? '');
    const gold = source.samples.flatMap((one) => one.gold);
    expect(gold.length).toBe(replies);
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
    const [first, second] = goldOf(guideEval, JSON.stringify(sample)).samples[0]?.gold ?? [];
    expect(first?.labels.map(({ judge, label }) => [judge, label])).toEqual([
      ['P-Redirect', 0.5],
      // One to one on the orchestration: nobody has a majority.
      ['Elicitation', 2],
    ]);
    expect(second).toEqual({ tutor: '', replies: ['No.'], labels: [{ judge: 'P-Redirect', unit: 'reply', label: 0 }] });
  });

  it('have no perception where the learner is neither right nor wrong', () => {
    const sample = guideEvalSample({ state: 'confusion', gold: [gold] } as Parameters<typeof guideEvalSample>[0]);
    const labels = goldOf(guideEval, JSON.stringify(sample)).samples[0]?.gold[0]?.labels;
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
    const source = goldOf(tutorBench, JSON.stringify({ ...dieRecord, humanRatings }));
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
  const judgedRun = (text: string, samples: readonly TutorBenchSample[]) => {
    const parsed = parseDataFile(text);
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    return readJudgedRun(parsed, samples).samples;
  };

  it.skipIf(note !== '').each(['nine_columns_joined.csv', 'train.csv'])(
    `are joined with the samples of %s by id or by criteria${note}`,
    (file) => {
      const samples = publicSamples(`data/tutorbench/${file}`);
      const judged = judgedRun(publicFile(run) ?? '', samples);
      expect(judged.length).toBeGreaterThan(5);
      for (const { sample, gold } of judged) {
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
    const sample = tutorBenchSampleSchema.parse({ ...dieRecord, criteria });
    const judged = {
      sample_id: 'die',
      model_name: 'm',
      model_response: 'Do they overlap?',
      rubric_ratings: [
        { criterion: 'Names  the overlap.', passed: true, explanation: 'It asks.' },
        { criterion: text, passed: true },
      ],
    };
    const [first] = judgedRun(JSON.stringify([judged]), [sample]);
    expect(first?.gold[0]?.labels).toEqual([
      { judge: 'criteria', unit: 'criterion', criterionId: 'a', label: true, reason: 'It asks.' },
      { judge: 'criteria', unit: 'criterion', criterionId: 'b', label: false },
    ]);
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
  ])('is refused in one line: %s', (_, text, message) => {
    const refusal = refusalOf(mrBench, text);
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain('\n');
  });

  it('is told apart from samples of another benchmark, and from benchmarks whose samples carry no labels', () => {
    expect(refusalOf(guideEval, JSON.stringify([dialogue('1-a', {})]))).toMatch(/MRBench samples, not GuideEval/);
    expect(refusalOf(socratesBench, '{"system": "socratesbench"}')).toMatch(/carry no labels of given replies/);
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
      chooseGold(mrBench, source, { ...all, limit: 4, seed }).samples.map(({ sample }) => sample.id);
    expect(ids(1)).toHaveLength(4);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
  });

  it('keeps the labels of the dimensions and the tutor that are asked for', () => {
    const chosen = chooseGold(mrBench, source, { ...all, dimensions: ['coherence'], tutor: 'GPT4' });
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
