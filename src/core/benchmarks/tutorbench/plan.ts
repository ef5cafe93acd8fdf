import type { ChatMessage, DialoguePlan, ImageReference } from '../../dialogue/dialogue';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import { useCaseTitles } from './labels';
import { instructionsBaseline, useCaseInstructions } from './prompts';
import { imagesOf, speakerOf, type TutorBenchSample } from './samples';

const baseline = parseTemplate(instructionsBaseline.text);

/** The paper does not give its decoding and the specification leaves 0 or the provider's default: 0, so that runs can be repeated. */
const decoding = { temperature: 0, maxOutputTokens: 4_096 };

/**
 * The messages of a sample: the prompt file, a blank line and the use case's instruction as system message, the conversation as it
 * is with its images, the student's last message. With `{{history}}` the earlier turns stand in the file instead, and their
 * images come with the last message. Criteria, weights, tags, title and people's ratings take no part.
 */
export function planTutorBench(sample: TutorBenchSample, prompt: TutorPrompt): DialoguePlan {
  const { turns, useCase, modality, subject } = sample;
  const instructions = useCaseInstructions(useCase, modality);
  const earlier = turns.slice(0, -1);
  const rendered = renderTemplate(prompt.placement === 'benchmark' ? baseline : prompt.template, {
    instructions,
    subject,
    use_case: useCaseTitles[useCase].toLowerCase(),
    history: transcriptOf(sample, earlier),
  });
  const appended = prompt.placement === 'own+instructions' && !rendered.used.has('instructions');
  const moved = rendered.used.has('history');
  const last = turns.at(-1);
  return {
    system: [rendered.text, appended ? instructions : ''].filter((part) => part !== '').join('\n\n'),
    opening: moved ? [] : earlier.map(({ role, content, images }) => message(role, content, images)),
    studentTurns: [message('user', last?.content ?? '', moved ? imagesOf(sample) : (last?.images ?? []))],
    decoding,
    warnings: rendered.empty.map((name) => `{{${name}}} has no value for some samples and was left empty there.`),
  };
}

function message(role: ChatMessage['role'], content: string, images: readonly ImageReference[]): ChatMessage {
  return images.length === 0 ? { role, content } : { role, content, images };
}

/** One paragraph a turn; images are numbered through, as they are attached to the last message in this order. */
function transcriptOf(sample: TutorBenchSample, turns: TutorBenchSample['turns']): string {
  let number = 0;
  return turns
    .map(({ role, content, images }) => {
      const notes = images.map(() => `[image ${(number += 1)}, attached to the last message]`);
      return `${speakerOf(sample, role)}: ${[content, ...notes].filter((part) => part !== '').join('\n')}`;
    })
    .join('\n\n');
}
