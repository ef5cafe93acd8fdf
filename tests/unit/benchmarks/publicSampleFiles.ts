import type { BenchmarkId } from '../../../src/core/benchmark/samples';

/** Public files with samples, where a benchmark has some. */
export const publicFiles: Readonly<Partial<Record<BenchmarkId, readonly string[]>>> = {
  mrbench: [
    ...['MRBench_V1', 'MRBench_V2', 'mrbench_v3_devset', 'mrbench_v3_testset'].map((name) => `mrbench/${name}.json`),
    ...['trainset', 'dev_testset', 'testset'].map((name) => `mrbench/indoml/${name}.json`),
    ...['auto', 'gpt5', 'prometheus'].map((name) => `aitutor_evalkit/${name}_model_predictions.json`),
    ...['sample_mrbench_out_10examples', 'test_sample'].map((name) => `aitutor_evalkit/${name}.json`),
    ...['train', 'validation', 'test', 'responses_expert_gpt4', 'responses_none_gpt4'].map(
      (name) => `bridge/${name}.json`,
    ),
    ...['test.jsonl', 'test.csv', 'example.jsonl', 'example_model_output.jsonl'].map((name) => `mathdial/${name}`),
  ],
  'kmp-dialogue': ['mathtutorbench/mathdial_bridge.json', 'mathtutorbench/mathdial_bridge_hard.json'],
  'kmp-skills': [
    'processbench/gsm8k.json',
    'processbench/math.sample200.json',
    ...['Claude', 'GPT3_5', 'mammoth_70B', 'metamath_70B', 'wizardmath_70B'].map(
      (name) => `mr_gsm8k/gpt4-grading/${name}_eval_results.json`,
    ),
    'mr_gsm8k/k-shot-demos.json',
    'verify_then_generate/dataset.json',
  ],
  tutorbench: ['train.csv', 'test.csv', 'Text Tutoring Prompts.csv', 'nine_columns_joined.csv'].map(
    (name) => `tutorbench/${name}`,
  ),
};
