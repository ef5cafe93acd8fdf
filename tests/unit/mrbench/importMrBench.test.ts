import { describe, expect, it } from 'vitest';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import type { ImportResult } from '../../../src/core/benchmark/importer';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { importMrBench } from '../../../src/core/benchmarks/mrbench/importMrBench';
import { mrBenchSampleSchema, type MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { missingNote, publicFile, publicJson } from './publicFile';

function read(text: string): ImportResult<MrSample> {
  const file = parseDataFile(text);
  if (file.kind === 'refused') throw new Error(file.reason);
  return importMrBench.read(file);
}

const counts: readonly [path: string, dialogues: number, replies: number, bridge: number, endsWithTutor: number][] = [
  ['data/mrbench/MRBench_V1.json', 124, 1027, 35, 5],
  ['data/mrbench/MRBench_V2.json', 130, 1077, 37, 5],
  ['data/mrbench/mrbench_v3_devset.json', 196, 1620, 52, 5],
  // Another one ends with an empty tutor turn, which is left out.
  ['data/mrbench/mrbench_v3_testset.json', 126, 1021, 13, 1],
];
const more: readonly [path: string, dialogues: number][] = [
  ['data/mrbench/indoml/trainset.json', 196],
  ['data/mrbench/indoml/dev_testset.json', 27],
  ['data/mrbench/indoml/testset.json', 99],
  ['data/aitutor_evalkit/test_sample.json', 8],
  ['data/aitutor_evalkit/sample_mrbench_out_10examples.json', 8],
];
const paths = [...counts, ...more].map(([path]) => path);

describe.skipIf(paths.some((path) => publicFile(path) === undefined))(`MRBench releases${missingNote(paths)}`, () => {
  it.each(counts)(
    'reads %s: %i dialogues, %i replies, %i of Bridge',
    (path, dialogues, replies, bridge, endsWithTutor) => {
      const result = importSamples(publicFile(path) ?? '', path, mrBench.importers);
      if (result.kind === 'refused') throw new Error(result.reason);
      const { samples, problems, format } = result;
      expect(format).toBe('mrbench');
      expect(samples).toHaveLength(dialogues);
      expect(samples.flatMap(({ references }) => Object.keys(references))).toHaveLength(replies);
      expect(samples.filter(({ source }) => source === 'Bridge')).toHaveLength(bridge);
      expect(samples.filter(({ source }) => source === 'MathDial')).toHaveLength(dialogues - bridge);
      expect(new Set(samples.map(({ id }) => id)).size).toBe(dialogues);
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(problems.filter(({ message }) => message.includes('ends with a tutor turn'))).toHaveLength(endsWithTutor);
      expect(mrBench.checkSamples(samples).map(({ severity }) => severity)).toEqual(
        Array(endsWithTutor).fill('warning'),
      );
    },
  );

  it.each(more)('reads %s: %i dialogues', (path, dialogues) => {
    const { samples, problems } = read(publicFile(path) ?? '');
    expect(samples).toHaveLength(dialogues);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(paths)('gives samples of %s that pass the own schema unchanged, and no odd blanks', (path) => {
    for (const sample of read(publicFile(path) ?? '').samples) {
      const stored = JSON.parse(JSON.stringify(sample)) as unknown;
      expect(mrBenchSampleSchema.parse(stored)).toEqual(sample);
      for (const { content } of sample.history) {
        expect(content).not.toMatch(/\u00A0|^\s|\s$/);
        expect(content).not.toMatch(/^(?:Tutor|Turor|Student)\s*:/m);
      }
    }
  });

  it('keeps every label of V1: eight a reply, as the file spells them', () => {
    const raw = publicFile('data/mrbench/MRBench_V1.json') ?? '';
    const labels = read(raw).samples.flatMap(({ references }) =>
      Object.values(references).map((reply) => reply.labels),
    );
    expect(labels.every((one) => Object.keys(one).length === 8)).toBe(true);
    const revealed = labels.filter((one) => one.revealing_of_the_answer === 'Yes (correct)').length;
    const wrong = labels.filter((one) => one.revealing_of_the_answer === 'Yes (incorrect)').length;
    expect(revealed).toBe(raw.split('"Yes (and the answer is correct)"').length - 1);
    expect(wrong).toBe(raw.split('"Yes (but the answer is incorrect)"').length - 1);
    expect(revealed + wrong).toBeGreaterThan(0);
  });

  it('numbers ids that occur twice, as V3 does', () => {
    const twice = (path: string): readonly string[] => {
      const ids = (publicJson(path) as { conversation_id: string }[]).map((record) => record.conversation_id);
      return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    };
    expect(new Set(twice('data/mrbench/MRBench_V1.json'))).toEqual(new Set(['291616268', '411172030']));
    for (const path of ['data/mrbench/MRBench_V1.json', 'data/mrbench/MRBench_V2.json']) {
      const ids = new Set(read(publicFile(path) ?? '').samples.map(({ id }) => id));
      for (const id of twice(path))
        expect([ids.has(id), ids.has(`${id}_1`), ids.has(`${id}_2`)]).toEqual([false, true, true]);
    }
  });

  it('reads no labels where a file has none', () => {
    const { samples } = read(publicFile('data/mrbench/mrbench_v3_testset.json') ?? '');
    const labels = samples.flatMap(({ references }) => Object.values(references).map((reply) => reply.labels));
    expect(labels.every((one) => Object.keys(one).length === 0)).toBe(true);
    const tutors = samples.flatMap(({ references }) => Object.keys(references));
    expect(tutors.every((name) => /^Tutor_[1-9]$/.test(name))).toBe(true);
  });
});

const record = {
  conversation_id: '12-ab',
  conversation_history:
    'Tutor: What is 2 + 2?\u00A0\n\u00A0 Student : I think\n\n5\n7 \n Turor:  Why? \r\n\u00A0\u00A0Student: because',
  tutor_responses: {
    Expert: {
      response: ' Look again. ',
      annotation: { 'Mistake Identification': 'yes', humanlikeness: 'To some  extent' },
    },
  },
};

describe('importMrBench', () => {
  it('splits a history with odd blanks, labels and blank lines', () => {
    const [sample] = read(JSON.stringify([record])).samples;
    expect(sample?.history).toEqual([
      { role: 'tutor', content: 'What is 2 + 2?' },
      { role: 'student', content: 'I think\n\n5\n7' },
      { role: 'tutor', content: 'Why?' },
      { role: 'student', content: 'because' },
    ]);
    expect(sample?.references).toEqual({
      Expert: {
        response: 'Look again.',
        labels: { mistake_identification: 'Yes', human_likeness: 'To some extent' },
      },
    });
    expect(sample).toMatchObject({ source: 'MathDial', gradeBand: 'middle', topic: undefined });
  });

  it('reports a bad record with number and field and loads the rest', () => {
    const list = [
      { ...record, conversation_history: 7 },
      null,
      { ...record, conversation_id: '' },
      { ...record, conversation_history: 'no labels here' },
      { ...record, conversation_history: 'Tutor: \n Student: ' },
      {
        ...record,
        tutor_responses: {
          A: { response: 3 },
          B: { response: 'b', annotation: { Actionability: 'Perhaps', Mood: 'Yes' } },
        },
      },
    ];
    const { samples, problems } = read(JSON.stringify(list));
    expect(samples.map(({ references }) => references)).toEqual([{ B: { response: 'b', labels: {} } }]);
    expect(problems.map(({ severity, record: number, field }) => [severity, number, field])).toEqual([
      ['error', 1, 'conversation_history'],
      ['error', 2, ''],
      ['error', 3, 'conversation_id'],
      ['error', 4, 'conversation_history'],
      ['error', 5, 'conversation_history'],
      ['warning', 6, 'tutor_responses.A'],
      ['warning', 6, 'tutor_responses.B.annotation.Actionability'],
      ['warning', 6, 'tutor_responses.B.annotation.Mood'],
    ]);
  });

  it('passes over a number that another id already bears', () => {
    const ids = ['5', '5_1', '5'].map((id) => ({ ...record, conversation_id: id }));
    expect(read(JSON.stringify(ids)).samples.map(({ id }) => id)).toEqual(['5_2', '5_1', '5_3']);
  });

  it('takes a file of one object and JSON lines as well', () => {
    expect(read(JSON.stringify(record)).samples).toHaveLength(1);
    const { samples, problems } = read(
      `${JSON.stringify(record)}\n\n${JSON.stringify(record).slice(0, 40)}\n${JSON.stringify(record)}`,
    );
    expect(samples).toHaveLength(2);
    expect(problems.map(({ record: number }) => number)).toEqual([3]);
  });
});
