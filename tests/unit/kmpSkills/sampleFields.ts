import type { SampleFields } from '../benchmarks/fieldKinds';

export const sampleFields: SampleFields = {
  shown: ['task', 'problem', 'studentSteps', 'seedProblem', 'seedSolution', 'requests', 'grade', 'domain', 'questions'],
  choices: {
    task: ['gen_similar', 'gen_followup'],
    requests: [['Make one about a harbour.', 'And one about a farm.']],
  },
  hidden: [
    'seedId',
    ...['source', 'questions[].answer', 'questions[].solution'],
    ...['answer', 'firstErrorStep', 'errorReason', 'solution'],
  ],
  publicFiles: [
    'processbench/gsm8k.json',
    'processbench/math.sample200.json',
    ...['Claude', 'GPT3_5', 'mammoth_70B', 'metamath_70B', 'wizardmath_70B'].map(
      (name) => `mr_gsm8k/gpt4-grading/${name}_eval_results.json`,
    ),
    'verify_then_generate/dataset.json',
  ],
};
