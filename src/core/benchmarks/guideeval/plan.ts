import { asChat, type ChatMessage, type DialoguePlan } from '../../dialogue/dialogue';
import { renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { PromptVariable } from '../benchmark';
import { originalPrompt } from './prompts';
import type { GuideEvalSample } from './samples';

/** As in the paper; everything else is left to the provider. */
const decoding = { temperature: 0.1, maxOutputTokens: 4_096 };

export const guideEvalVariables: readonly PromptVariable[] = [
  { name: 'subject', explain: 'The school subject of the dialogue, for instance “mathematics”.' },
  { name: 'language', explain: 'The language of the dialogue as a code, for instance “en”.' },
  { name: 'history', explain: 'The dialogue before the student’s last message. It is then not sent as chat turns.' },
  { name: 'student_message', explain: 'The student’s last message. It is also sent as the user message.' },
];

/**
 * The messages of one sample: the prompt as system message, the context as chat turns, the student's utterance last.
 * With `{{history}}` in the file the context stands there instead. State, pair, edit marks, ground truth, human scores
 * and title take no part.
 */
export function planGuideEval(sample: GuideEvalSample, prompt: TutorPrompt): DialoguePlan {
  const { context, studentMessage, subject, language } = sample;
  const turns = asChat(context);
  const studentTurns: ChatMessage[] = [{ role: 'user', content: studentMessage }];
  if (prompt.placement === 'benchmark') {
    return { system: originalPrompt.text.trimEnd(), opening: turns, studentTurns, decoding, warnings: [] };
  }
  const asksFor = prompt.template.segments.some((segment) => segment.kind === 'variable' && segment.name === 'history');
  const history = asksFor ? historyText(context) : '';
  const rendered = renderTemplate(prompt.template, { subject, language, history, student_message: studentMessage });
  return {
    system: rendered.text,
    opening: rendered.used.has('history') ? [] : turns,
    studentTurns,
    decoding,
    warnings: rendered.empty.map(
      (name) => `The variable {{${name}}} has no value in at least one sample; it was left empty.`,
    ),
  };
}

function historyText(context: GuideEvalSample['context']): string {
  return context.map(({ role, content }) => `${role === 'student' ? 'Student' : 'Tutor'}: ${content}`).join('\n');
}
