import { describe, expect, it } from 'vitest';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import type { EcSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';
import { imported, publicSampleFiles } from './sampleFiles';

function read(value: unknown): {
  readonly samples: readonly EcSample[];
  readonly problems: readonly [string, number, string][];
} {
  const result = imported(JSON.stringify(value), 'file.json');
  if (result.kind === 'refused') throw new Error(result.reason);
  return {
    samples: result.samples.filter((sample) => sample.task === 'ec'),
    problems: result.problems.map(({ severity, record, field }) => [severity, record, field]),
  };
}

const process = {
  id: 'gsm8k-0',
  generator: 'model',
  problem: 'What is 2 + 2 + 3?',
  steps: ['First, 2 + 2 = 5.', 'Then 5 + 3 = 8. The answer is \\boxed{8}.'],
  final_answer_correct: false,
  label: 0,
};

describe('ProcessBench', () => {
  it('counts steps from 1 and keeps -1; takes an answer only where the data calls it right', () => {
    const { samples, problems } = read([
      process,
      { ...process, id: 'b', label: -1, final_answer_correct: true, steps: ['2 + 2 = 4', 'So \\boxed{7}'] },
      { ...process, id: 'c', label: 1, final_answer_correct: true },
    ]);
    expect(samples.map(({ firstErrorStep, answer, errorReason }) => [firstErrorStep, answer, errorReason])).toEqual([
      [1, undefined, undefined],
      [-1, '7', undefined],
      [2, '8', undefined],
    ]);
    expect(samples[0]).toMatchObject({
      id: 'processbench-gsm8k-0',
      source: 'processbench',
      studentSteps: process.steps,
    });
    expect(problems).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a label beyond the steps', { label: 2 }, 'label'],
    ['a label below -1', { label: -2 }, 'label'],
    ['no label', { label: null }, 'label'],
    ['an empty step', { steps: ['a', ' '] }, 'steps[1]'],
    ['no steps', { steps: [] }, 'steps'],
    ['no problem', { problem: '' }, 'problem'],
  ])('refuses %s', (_what, change, field) => {
    const { samples, problems } = read([process, { ...process, ...change }]);
    expect(samples).toHaveLength(1);
    expect(problems).toEqual([['error', 2, field]]);
  });
});

const graded = {
  uuid: 'u1',
  question: 'Q',
  ground_truth_solution: 'So x = 30.\nThe value of x is 30.',
  ground_truth_answer: 5,
  model_output_steps: ['Step 1: 2+2=5', 'Step 2: #### 5'],
  model_output_solution_correctness: 'wrong',
  model_output_solution_first_error_step: 1,
  model_output_solution_first_error_reason: 'It is 4.',
};

describe('MR-GSM8K', () => {
  it('reads step, reason and answer, without the steps’ own numbers', () => {
    const { samples } = read([graded]);
    expect(samples).toMatchObject([
      { id: 'mr-gsm8k-u1', firstErrorStep: 1, errorReason: 'It is 4.', answer: '5', studentSteps: ['2+2=5', '#### 5'] },
    ]);
  });

  it('takes the answer from the worked solution where the field holds a phrase', () => {
    const placeholder = { ...graded, ground_truth_answer: "Let's think step by step." };
    expect(read([placeholder]).samples[0]?.answer).toBe('30');
    expect(read([placeholder]).problems).toEqual([['warning', 1, 'ground_truth_answer']]);
    expect(read([{ ...placeholder, ground_truth_solution: 'Nothing.' }]).samples[0]?.answer).toBeUndefined();
  });

  it('reads a correct solution as such and refuses a wrong one without a step', () => {
    const correct = {
      ...graded,
      model_output_solution_correctness: 'correct',
      model_output_solution_first_error_step: 'N/A',
    };
    expect(read([correct]).samples).toMatchObject([{ firstErrorStep: -1, errorReason: undefined }]);
    for (const step of ['N/A', -1, 3, 0]) {
      const { samples, problems } = read([{ ...graded, model_output_solution_first_error_step: step }]);
      expect(samples).toEqual([]);
      expect(problems).toEqual([['error', 1, 'model_output_solution_first_error_step']]);
    }
  });
});

const verified = {
  problem: 'P',
  reference_solution: 'Because 2 + 2 = 4\n 4',
  student_incorrect_solution: ['2 + 2 = 5', ' 5'],
  incorrect_index: 0,
  incorrect_step: '2 + 2 = 5',
  error_category: 'Unit conversion error',
  error_description: null,
};

describe('Verify-then-generate', () => {
  it('counts steps from 1, marks the bare answer, and has no reason without a description', () => {
    const { samples } = read([verified, { ...verified, incorrect_index: 1, error_description: 'It is 4.' }]);
    expect(samples).toMatchObject([
      {
        firstErrorStep: 1,
        errorReason: undefined,
        answer: '4',
        studentSteps: ['2 + 2 = 5', 'Final answer: 5'],
      },
      { firstErrorStep: 2, errorReason: 'It is 4.' },
    ]);
  });

  it('takes no category for the reason of the error, and says once how many records have nothing else', () => {
    const result = imported(
      JSON.stringify([
        { ...verified, error_description: 'It is 4.' },
        ...[
          'Calculation error easily solved by a calculator',
          'Reached correct solution but proceeded further',
          'Unit conversion error',
          'None of the above',
        ].map((error_category) => ({ ...verified, error_category, error_description: ' ' })),
      ]),
      'file.json',
    );
    if (result.kind === 'refused') throw new Error(result.reason);
    const reasons = result.samples.map((sample) => (sample.task === 'ec' ? sample.errorReason : ''));
    expect(reasons).toEqual(['It is 4.', undefined, undefined, undefined, undefined]);
    expect(result.problems).toMatchObject([{ severity: 'warning', record: 2, field: 'error_description' }]);
    expect(result.problems[0]?.message).toMatch(/^4 records/);
  });

  it.each([-1, 2, null, 0.5])('refuses the index %s', (incorrect_index) => {
    const { samples, problems } = read([{ ...verified, incorrect_index }]);
    expect(samples).toEqual([]);
    expect(problems).toEqual([['error', 1, 'incorrect_index']]);
  });
});

/** Records with a warning per file, as counted in the data. */
const warned: Readonly<Record<string, number>> = {
  'data/mr_gsm8k/gpt4-grading/Claude_eval_results.json': 25,
  'data/mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json': 8,
  'data/mr_gsm8k/gpt4-grading/mammoth_70B_eval_results.json': 1,
  'data/mr_gsm8k/gpt4-grading/metamath_70B_eval_results.json': 1,
  // One for all 222 records without a description.
  'data/verify_then_generate/dataset.json': 1,
};

describe.each(publicSampleFiles)('public file %s', (path, format, records) => {
  const text = publicFile(path);

  it.skipIf(text === undefined)(`loads all ${records} records${missingNote([path])}`, () => {
    const result = imported(text ?? '', path);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.format).toBe(format);
    expect(result.samples).toHaveLength(records);
    expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(result.problems).toHaveLength(warned[path] ?? 0);
    expect(new Set(result.samples.map(({ id }) => id)).size).toBe(records);
    for (const sample of result.samples) {
      expect(kmpSkills.sampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    }
  });

  it.skipIf(text === undefined)(`keeps the labels of the data${missingNote([path])}`, () => {
    const result = imported(text ?? '', path);
    if (result.kind === 'refused') throw new Error(result.reason);
    const raws = publicJson(path) as readonly Record<string, unknown>[];
    for (const [index, sample] of result.samples.entries()) {
      const raw = raws[index];
      if (sample.task !== 'ec' || raw === undefined) throw new Error('An error sample per record was expected.');
      if (format === 'processbench') expect(sample.firstErrorStep).toBe(raw.label === -1 ? -1 : Number(raw.label) + 1);
      if ('incorrect_step' in raw) {
        const bare = (sample.studentSteps[sample.firstErrorStep - 1] ?? '').replace(/^Final answer: /, '');
        expect(bare).toBe(String(raw.incorrect_step).trim());
      }
      if ('uuid' in raw) expect(sample.firstErrorStep).toBe(raw.model_output_solution_first_error_step);
    }
  });

  it.skipIf(text === undefined)(`is not taken for a file of another benchmark${missingNote([path])}`, () => {
    const file = parseDataFile(text ?? '');
    if (file.kind === 'refused') throw new Error(file.reason);
    expect(mrBench.importers.filter((importer) => importer.recognizes(file))).toEqual([]);
    expect(kmpSkills.importers.filter((importer) => importer.recognizes(file))).toHaveLength(1);
  });
});

describe('files of other benchmarks', () => {
  const others = [
    'data/mathdial/test.jsonl',
    'data/mathtutorbench/mathdial_bridge.json',
    'data/bridge/test.json',
    'data/mrbench/MRBench_V1.json',
  ];

  it.skipIf(others.some((path) => publicFile(path) === undefined))(`are refused here${missingNote(others)}`, () => {
    for (const path of others) expect([path, imported(publicFile(path) ?? '', path).kind]).toEqual([path, 'refused']);
  });
});
