import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['topic', 'history', 'gradeBand'],
  choices: { gradeBand: ['elementary', 'middle'] },
  hidden: ['source', 'split', 'groundTruthSolution', 'answer', 'references', 'checks'],
  publicFiles: [
    ...['MRBench_V1', 'MRBench_V2', 'mrbench_v3_devset', 'mrbench_v3_testset'].map((name) => `mrbench/${name}.json`),
    ...['trainset', 'dev_testset', 'testset'].map((name) => `mrbench/indoml/${name}.json`),
    ...['auto', 'gpt5', 'prometheus'].map((name) => `aitutor_evalkit/${name}_model_predictions.json`),
    ...['sample_mrbench_out_10examples', 'test_sample'].map((name) => `aitutor_evalkit/${name}.json`),
    ...['train', 'validation', 'test', 'responses_expert_gpt4', 'responses_none_gpt4'].map(
      (name) => `bridge/${name}.json`,
    ),
    ...['test.jsonl', 'test.csv', 'example.jsonl', 'example_model_output.jsonl'].map((name) => `mathdial/${name}`),
  ],
};
