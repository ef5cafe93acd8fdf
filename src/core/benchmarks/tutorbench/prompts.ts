import type { BaselinePrompt, PromptVariable } from '../benchmark';
import type { TbModality, TbUseCase } from './labels';

const explainConfusion =
  'Act as a tutor at a high school. Somebody has asked about an idea and is still puzzled. Reply to the question that was asked last, ' +
  'in plain steps, and start from the very point that the student finds hard.';

const review =
  'Act as a tutor who goes over a student’s work. Say whether the result holds, show where the work goes wrong and why, and let the ' +
  'student see how you came to your verdict.';

const hint =
  'Act as a tutor for somebody who has begun a problem and cannot go on. Offer one nudge, as a question or a clue, that makes the next ' +
  'move possible. Keep the complete solution to yourself.';

/** The system prompts of the paper in our words; explanations have the same one with and without an image. */
const instructions: Readonly<Record<TbUseCase, Readonly<Record<TbModality, string>>>> = {
  adaptive_explanation: { text: explainConfusion, multimodal: explainConfusion },
  assessment_feedback: {
    text: `${review} The work, which contains mistakes, is the first response in this conversation.`,
    multimodal: `${review} The work, which contains mistakes, is in the picture.`,
  },
  active_learning: {
    text: hint,
    multimodal:
      `${hint} What the student has done so far is in the picture: study it before you decide on your nudge, and remember that the ` +
      'solution in full is not to be told.',
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
