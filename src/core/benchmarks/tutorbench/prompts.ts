import type { BaselinePrompt, PromptVariable } from '../benchmark';
import type { TbModality, TbUseCase } from './labels';

const explainConfusion =
  'You are an AI tutor for a high-school student who wants to understand a concept. Answer the student’s question clearly, and adjust ' +
  'your explanation to what the student says is confusing.';

const review =
  'You are an AI tutor who reviews a student’s answer to a question. Decide whether the answer is correct, identify the mistakes ' +
  'in it, and explain your reasoning clearly.';

const hint =
  'You are an AI tutor for a student who is stuck partway through a problem. Give a helpful hint or ask a question that leads ' +
  'towards the next step. Do not give away the full answer.';

/** The system prompts of the paper in our words; explanations have the same one with and without an image. */
const instructions: Readonly<Record<TbUseCase, Readonly<Record<TbModality, string>>>> = {
  adaptive_explanation: { text: explainConfusion, multimodal: explainConfusion },
  assessment_feedback: {
    text: `${review} What you are to assess is the student’s incorrect solution: it is the first response in the conversation.`,
    multimodal: `${review} What you are to assess is the student’s incorrect solution in the image.`,
  },
  active_learning: {
    text: hint,
    multimodal:
      `${hint} The student’s partial solution is in the image: look at it closely before you choose the hint. The hint ` +
      'must not contain the full answer.',
  },
};

/** What the tutor is told about the kind of help that is wanted. */
export function useCaseInstructions(useCase: TbUseCase, modality: TbModality): string {
  return instructions[useCase][modality];
}

/** The paper's condition: nothing but the instruction of the sample's use case. */
export const instructionsBaseline: BaselinePrompt = {
  id: 'tutorbench/instructions',
  title: 'TutorBench: use-case instruction alone',
  text: '{{instructions}}',
};

export const tutorBenchVariables: readonly PromptVariable[] = [
  {
    name: 'instructions',
    explain: 'What kind of help is wanted: explain, assess or give a hint. Follows the file unless the file places it.',
  },
  { name: 'subject', explain: 'The school subject, for instance “Statistics”.' },
  { name: 'use_case', explain: '“adaptive explanation”, “assessment and feedback” or “active learning”.' },
  {
    name: 'history',
    explain:
      'The conversation before the last message, one paragraph a turn. Its images then come with the last message.',
  },
];
