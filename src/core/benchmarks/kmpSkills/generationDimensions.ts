import type { GenSample } from './samples';

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
