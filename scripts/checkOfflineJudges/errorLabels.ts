import * as z from 'zod';
import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { judgeReason, judgeSolution, readClaim } from '../../src/core/benchmarks/kmpSkills/solutionJudges';
import { importMrGsm8k } from '../../src/core/benchmarks/kmpSkills/importSolutions';
import type { EcSample, FqaSample } from '../../src/core/benchmarks/kmpSkills/samples';
import type { ComputedVerdicts, JudgeTask } from '../../src/core/benchmark/judging/judgeTask';
import { createRandom } from '../../src/core/statistics/random';
import { hashOf, publicFiles, type JudgedLabels, type ProblemLabel } from './judgedLabels';

export const errorFiles: readonly string[] = [
  'mr_gsm8k/gpt4-grading/Claude_eval_results.json',
  'mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json',
  'mr_gsm8k/gpt4-grading/mammoth_70B_eval_results.json',
  'mr_gsm8k/gpt4-grading/metamath_70B_eval_results.json',
  'mr_gsm8k/gpt4-grading/wizardmath_70B_eval_results.json',
];

const evaluation = z.object({ response: z.string(), error_step_pred: z.string(), error_reason: z.string() });
const gradedSchema = z
  .looseObject({
    uuid: z.string(),
    question: z.string(),
    model_output_steps: z.array(z.string()),
    model_output_answer_correctness: z.enum(['correct', 'wrong']),
    error_reason_correctness: z.enum(['correct', 'incorrect']),
  })
  .transform((raw) => ({
    ...raw,
    // The key names the evaluator.
    evaluation: evaluation.parse(Object.entries(raw).find(([key]) => key.endsWith('_eval_output'))?.[1]),
  }));

interface Graded {
  readonly sample: EcSample;
  readonly record: z.output<typeof gradedSchema>;
  readonly tutor: string;
}

/**
 * Three judges of KMP-Skills on MR-GSM8K, where language models criticise a solution. Labels: the first wrong step as
 * the data's authors read it, whether the reason is right (by people), and whether the final answer is.
 */
export function errorLabels(root: string): readonly JudgedLabels[] {
  const files = publicFiles(root, errorFiles);
  const graded = files.flatMap(({ name, text }) => gradedIn(name, text));
  const shared = { benchmark: 'kmp-skills', format: 'mr-gsm8k', hash: hashOf(files), by: 'people' } as const;
  return [
    {
      ...shared,
      dimension: 'claim',
      gold: 'MR-GSM8K, the step that an evaluating model names',
      measuredOn: 'measured on evaluations that close with a line naming the step, which tutors seldom write',
      scale: [],
      rated: graded.map((one) =>
        label(
          'claim',
          one,
          stepOf(one),
          answered(readClaim(one.sample, one.record.evaluation.response)),
          one.record.evaluation.response,
        ),
      ),
    },
    {
      ...shared,
      dimension: 'reason',
      gold: 'MR-GSM8K, whether a reason is right',
      measuredOn: 'measured on what models write that were asked to evaluate a solution, not on a tutor’s replies',
      scale: [false, true],
      rated: graded.flatMap((one) => reasonLabel(one)),
    },
    {
      ...shared,
      dimension: 'solution',
      gold: 'MR-GSM8K, whether a final answer is right',
      measuredOn: 'measured on models’ wrong and right solutions of one set, not on a tutor’s replies',
      scale: [false, true],
      rated: graded.flatMap((one) => solutionLabel(one)),
    },
  ];
}

function gradedIn(name: string, text: string): readonly Graded[] {
  const result = importSamples(text, name, [importMrGsm8k]);
  if (result.kind === 'refused') throw new Error(result.reason);
  const samples = new Map(result.samples.map((sample) => [sample.id, sample]));
  return z
    .array(gradedSchema)
    .parse(JSON.parse(text))
    .flatMap((record): Graded[] => {
      const sample = samples.get(`mr-gsm8k-${record.uuid}`);
      return sample?.task === 'ec' ? [{ sample, record, tutor: name }] : [];
    });
}

function stepOf({ record }: Graded): number {
  return Number(/\d+/.exec(record.evaluation.error_step_pred)?.[0]);
}

function reasonLabel(one: Graded): readonly ProblemLabel[] {
  const { sample, record } = one;
  const evidence = record.evaluation.error_reason;
  const claim = { judge: 'claim', unit: 'message', turn: 1, status: 'ok', label: sample.firstErrorStep } as const;
  const judged = judgeReason(sample, { ...claim, ...(evidence.trim() === '' ? {} : { evidence }) });
  if (judged === undefined) return [];
  return [label('reason', one, record.error_reason_correctness === 'correct', answered(judged), evidence)];
}

function solutionLabel(one: Graded): readonly ProblemLabel[] {
  const { sample, record } = one;
  if (sample.answer === undefined) return [];
  const question = { question: sample.problem, answer: sample.answer, solution: sample.solution };
  const chain: FqaSample = { ...sample, task: 'fqa', questions: [question, question, question] };
  const reply = sample.studentSteps.join('\n');
  return [
    label(
      'solution',
      one,
      record.model_output_answer_correctness === 'correct',
      answered(judgeSolution(chain, 1, reply)),
      reply,
    ),
  ];
}

function answered(judgement: JudgeTask | ComputedVerdicts): ProblemLabel['judge'] {
  if ('verdicts' in judgement) return judgement.verdicts[0]?.label;
  const reading = judgement.read(judgement.simulate(createRandom('check')));
  return reading.kind === 'unreadable' ? undefined : reading.verdicts[0]?.label;
}

function label(
  dimension: string,
  { sample, tutor }: Graded,
  human: ProblemLabel['human'],
  judge: ProblemLabel['judge'],
  reply: string,
): ProblemLabel {
  return { dimension, cluster: sample.problem, sampleId: sample.id, tutor, human, judge, reply, task: sample.problem };
}
