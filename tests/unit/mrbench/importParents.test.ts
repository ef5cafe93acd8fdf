import { describe, expect, it } from 'vitest';
import { importSamples, type SampleImport } from '../../../src/core/benchmark/importing/recognizeFile';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { mrBenchSampleSchema, type MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { missingNote, publicFile, publicJson } from './publicFile';

type Imported = Extract<SampleImport<MrSample>, { kind: 'imported' }>;

function imported(text: string): Imported {
  const result = importSamples(text, 'file', mrBench.importers);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

const bridgeCounts: readonly [path: string, dialogues: number][] = [
  ['data/bridge/train.json', 348],
  ['data/bridge/validation.json', 55],
  ['data/bridge/test.json', 170],
  ['data/bridge/responses_none_gpt4.json', 88],
  ['data/bridge/responses_expert_gpt4.json', 170],
];
const bridgePaths = bridgeCounts.map(([path]) => path);

describe.skipIf(bridgePaths.some((path) => publicFile(path) === undefined))(`Bridge${missingNote(bridgePaths)}`, () => {
  it.each(bridgeCounts)('reads %s: %i dialogues', (path, dialogues) => {
    const { format, samples, problems } = imported(publicFile(path) ?? '');
    expect(format).toBe('bridge');
    expect(samples).toHaveLength(dialogues);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(dialogues);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const raw = publicJson(path) as { c_h: { text: string }[] }[];
    const empty = raw.flatMap(({ c_h: turns }) => turns.filter(({ text }) => text.trim() === ''));
    expect(problems.filter(({ message }) => message.includes('without words'))).toHaveLength(empty.length);
    const author = path.includes('gpt4') ? 'GPT4' : 'Expert';
    for (const sample of samples) {
      expect(mrBenchSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      expect(sample.topic).toBeDefined();
      expect(Object.keys(sample.references)).toEqual(['Novice', author]);
    }
  });
});

const mathDialPaths = ['data/mathdial/test.jsonl', 'data/mathdial/test.csv', 'data/mathdial/example.jsonl'];
describe.skipIf(mathDialPaths.some((path) => publicFile(path) === undefined))(
  `MathDial${missingNote(mathDialPaths)}`,
  () => {
    it.each([...mathDialPaths, 'data/mathdial/example_model_output.jsonl'])('reads every dialogue of %s', (path) => {
      const { format, samples, problems } = imported(publicFile(path) ?? '');
      expect(format).toBe('mathdial');
      expect(samples).toHaveLength(path.includes('example') ? 2 : 426);
      expect(problems).toEqual([]);
      for (const sample of samples) {
        expect(mrBenchSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
        expect(sample.history.at(-1)?.role).toBe('student');
        expect(sample.groundTruthSolution).toBeDefined();
        const texts = [...sample.history.map(({ content }) => content), sample.references.Expert?.response ?? ''];
        for (const text of texts)
          expect(text).not.toMatch(/\|EOM\||\((?:focus|probing|generic|telling|leaking)\)|^(?:Teacher|Student):|\\n/);
      }
    });

    it('reads the same samples from the CSV and the JSON lines', () => {
      const fromLines = imported(publicFile('data/mathdial/test.jsonl') ?? '').samples;
      const fromCsv = imported(publicFile('data/mathdial/test.csv') ?? '').samples;
      expect(fromCsv).toEqual(fromLines);
    });

    it('takes students who are labelled with their first name for students', () => {
      const raw = (publicFile('data/mathdial/test.jsonl') ?? '').split('\n').filter((line) => line !== '');
      const named = raw.findIndex((line) => line.includes('|EOM|Mariana:'));
      expect(named).toBeGreaterThan(-1);
      const sample = imported(publicFile('data/mathdial/test.jsonl') ?? '').samples[named];
      expect(sample?.history.at(-1)?.content).not.toMatch(/^Mariana/);
      expect(sample?.references.Expert?.response).not.toMatch(/^Mariana/m);
    });
  },
);

describe('importMathDial', () => {
  const row = { qid: 7, question: 'Q?', student_incorrect_solution: 'It is 4.', ground_truth: 'It is 6.\\n 6' };
  const dialogue = (conversation: string): MrSample | undefined =>
    imported(JSON.stringify({ ...row, conversation })).samples[0];

  it('cuts before the first teacher turn after a student turn and keeps that turn as reference', () => {
    const sample = dialogue(
      'Teacher: (generic)Hi|EOM|Teacher: (focus)Explain (12x2).|EOM|Ana: (12x2) is 4|EOM|Teacher: (probing)Is it?|EOM|Teacher: (telling)No.|EOM|Student: Oh, 6.',
    );
    expect(sample?.history.slice(2)).toEqual([
      { role: 'tutor', content: 'Hi' },
      { role: 'tutor', content: 'Explain (12x2).' },
      { role: 'student', content: '(12x2) is 4' },
    ]);
    expect(sample?.references).toEqual({ Expert: { response: 'Is it?\nNo.', labels: {} } });
    expect(sample?.groundTruthSolution).toBe('It is 6.\n 6');
  });

  it('has no reference when the teacher does not speak again', () => {
    expect(dialogue('Teacher: Hi|EOM|Student: a|EOM|Student: b')).toMatchObject({ references: {} });
  });

  it('reports what is missing', () => {
    const { samples, problems } = imported(
      JSON.stringify([
        { ...row, conversation: 'Teacher: Hi' },
        { ...row, qid: null, conversation: '' },
        { ...row, question: ' ', conversation: 'x' },
      ]),
    );
    expect(samples).toEqual([]);
    expect(problems.map(({ record, field }) => [record, field])).toEqual([
      [1, 'conversation'],
      [2, 'qid'],
      [3, 'question'],
    ]);
  });
});

describe('importBridge', () => {
  it('reports a bad turn with its place and keeps the rest', () => {
    const good = {
      c_id: '1_2',
      c_h: [{ text: 'x', user: 'student' }],
      lesson_topic: 'T\n',
      c_r: [],
      c_r_: [
        { user: 'tutor', text: 'a', is_revised: true },
        { user: 'student', text: 's' },
        { user: 'tutor', text: 'b' },
      ],
    };
    const bad = {
      ...good,
      c_h: [
        { text: 'x', user: 'student' },
        { text: 'y', user: 'nobody' },
      ],
    };
    const { samples, problems } = imported(JSON.stringify([bad, good]));
    expect(problems.map(({ record, field }) => [record, field])).toEqual([[1, 'c_h[1]']]);
    expect(samples).toMatchObject([{ id: '12', topic: 'T', references: { Expert: { response: 'a\nb', labels: {} } } }]);
  });
});
