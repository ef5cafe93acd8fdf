import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import type { GenSample, SkillTask } from './samples';

/** What the tutor is there for in each skill. The paper gives no prompt; these are ours. */
export const instructionsOf: Readonly<Record<SkillTask, string>> = {
  fqa:
    'In this conversation your mathematics is tested. You are given a problem and then two further questions that build on it. ' +
    'Solve each one yourself: show the steps briefly, then state the final answer in a last line that begins with “Answer:”.',
  ec:
    'In this conversation your assessment of a student’s work is tested. You are shown a problem and a student’s solution in ' +
    'numbered steps. Say plainly whether the solution is right; if it is not, name the first wrong step by its number and say ' +
    'what is wrong with it. When you are asked for the corrected solution, write it out in full.',
  gen_followup:
    'In this conversation you make new problems for the student. You have just solved a problem together. When you are asked, ' +
    'write one problem that takes its idea further, and below it a complete solution that the student can learn from.',
  gen_similar:
    'In this conversation you make new problems for the student. You have just solved a problem together. When you are asked, ' +
    'write one problem that practises the same skill in another setting or with other numbers, and below it a complete solution ' +
    'that the student can learn from.',
};

/** What the user asks for in the two turns of problem generation, unless the sample has its own requests. */
const defaultRequests: Readonly<Record<GenSample['task'], readonly [string, string]>> = {
  gen_followup: [
    'Now make a new problem that builds on this one and is one step harder. Give its full solution as well.',
    'Make another one that goes further still, again with its full solution.',
  ],
  gen_similar: [
    'Now make a new problem like this one, to practise the same skill. Give its full solution as well.',
    'Make one more of the same kind that differs from both, again with its full solution.',
  ],
};

export function requestsOf({ requests, task }: GenSample): readonly string[] {
  return requests ?? defaultRequests[task];
}

export function assessmentRequest(problem: string, studentSteps: readonly string[]): string {
  return [
    `Problem:\n${problem}`,
    `A student’s solution:\n${numbered(studentSteps)}`,
    'Is this solution correct? If it is not, which step is the first wrong one, and what is wrong with it?',
  ].join('\n\n');
}

/** The second message, the same for every sample and sent whatever the first reply said. */
export const correctionRequest =
  'Now write the complete corrected solution of the problem, from the beginning to the final answer. ' +
  'If there was nothing to correct, write the complete solution all the same.';

/** One line a step, as tutor and judges see it. */
export function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `Step ${index + 1}: ${step.trim()}`).join('\n');
}

export const taskBaseline: BaselinePrompt = {
  id: 'kmp-skills/task',
  title: 'KMP-Bench Skills: task statement only',
  text: '{{instructions}}',
};

const dialogueOnly = 'Has a value in KMP-Bench Dialogue only; empty here.';

export const skillVariables: readonly PromptVariable[] = [
  { name: 'instructions', explain: 'The task statement: to solve, to assess or to make problems.' },
  { name: 'grade', explain: 'The school grade, K to 8, where the sample has one.' },
  { name: 'domain', explain: 'The field of mathematics, for instance “fractions”, where the sample has one.' },
  {
    name: 'history',
    explain: 'For problem generation: the seed problem and its solution. Not sent as chat turns then.',
  },
  { name: 'persona', explain: dialogueOnly },
  { name: 'student_profile', explain: dialogueOnly },
  { name: 'objective', explain: dialogueOnly },
  { name: 'principles', explain: dialogueOnly },
];

export const generationJudgeIds: Readonly<Record<GenSample['task'], string>> = {
  gen_followup: 'generation_followup',
  gen_similar: 'generation_similar',
};

/** What a generated problem is judged on (paper); the last one for similar problems only. */
export const generationDimensions = [
  'problem_construction',
  'solution_correctness',
  'solution_quality',
  'similarity_appropriateness',
] as const;
export type GenerationDimension = (typeof generationDimensions)[number];

export const dimensionTitles: Readonly<Record<GenerationDimension, string>> = {
  problem_construction: 'Problem construction',
  solution_correctness: 'Solution correctness',
  solution_quality: 'Solution quality',
  similarity_appropriateness: 'Similarity appropriateness',
};

export const dimensionTexts: Readonly<Record<GenerationDimension, string>> = {
  problem_construction:
    'the problem says all that is needed and nothing that contradicts it, has an answer, suits school years K to 8, and is of the ' +
    'kind that was asked for, with every condition of the request kept',
  solution_correctness: 'the solution given is right in every step and in its final answer, compared with your own',
  solution_quality: 'the solution shows all steps in a clear order and in words that a learner of this age can follow',
  similarity_appropriateness:
    'the problem needs the same skill as the seed; it is neither the seed with hardly a change nor about something else',
};

export function dimensionsOf(task: GenSample['task']): readonly GenerationDimension[] {
  return task === 'gen_similar' ? generationDimensions : generationDimensions.slice(0, 3);
}
