import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import { type DialoguePlan, systemPrompt } from '../../benchmark/dialogue';
import { parseTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage, ImageReference } from '../../providers/message';
import type { TbModality, TbUseCase, TutorBenchSample } from './samples';
import { imagesOf, transcriptOf, useCaseTitles } from './samples';

const explainConfusion =
  'Act as a tutor at a high school. Somebody has asked about an idea and is still puzzled. Reply to the question that was asked last, ' +
  'in plain steps, and start from the very point that the student finds hard.';

const review =
  'Act as a tutor who goes over a student’s work. Say whether the result holds, show where the work goes wrong and why, and let the ' +
  'student see how you came to your verdict.';

const hint =
  'Act as a tutor for somebody who has begun a problem and cannot go on. Offer one nudge, as a question or a clue, that makes the next ' +
  'move possible. Keep the complete solution to yourself.';

/** The paper's system prompts in our words. Explanations have the same one with and without an image. */
export const useCaseInstructions: Readonly<Record<TbUseCase, Readonly<Record<TbModality, string>>>> = {
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

const baseline = parseTemplate(instructionsBaseline.text);

/** The paper gives no decoding. The specification allows 0 or the default; 0 makes runs repeatable. */
const decoding = { temperature: 0, maxOutputTokens: 4_096 };

/** With `{{history}}` the file contains the earlier turns, and their images come with the last message. */
export function planTutorBench(sample: TutorBenchSample, prompt: TutorPrompt): DialoguePlan {
  const { turns, useCase, modality, subject } = sample;
  const earlier = turns.slice(0, -1);
  const { used, ...rendered } = systemPrompt(prompt, baseline, {
    instructions: useCaseInstructions[useCase][modality],
    subject,
    use_case: useCaseTitles[useCase].toLowerCase(),
    history: transcriptOf(sample, earlier, (image) => `[image ${image}, attached to the last message]`),
  });
  const moved = used.has('history');
  const last = turns.at(-1);
  return {
    ...rendered,
    opening: moved ? [] : earlier.map(({ role, content, images }) => message(role, content, images)),
    studentTurns: [message('user', last?.content ?? '', moved ? imagesOf(sample) : (last?.images ?? []))],
    decoding,
  };
}

function message(role: ChatMessage['role'], content: string, images: readonly ImageReference[]): ChatMessage {
  return images.length === 0 ? { role, content } : { role, content, images };
}
