import type { DialoguePlan } from '../../dialogue/dialogue';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ProtocolPolicy } from '../protocolPolicy';
import { bareRequest, personaBaseline, replyInstructions, subject } from './prompts';
import { lastStudentWords, transcriptOf, type MrSample } from './samples';

const persona = parseTemplate(personaBaseline.text);

/**
 * The messages of a sample: the prompt file (or the built-in persona) as system message, and one user message with topic line,
 * transcript and request. What the file places itself is left out of the user message; when it places the history, the user
 * message brings the student's last words. Reads nothing of the sample but topic, history and grade band.
 */
export function planMrSample(sample: MrSample, prompt: TutorPrompt, policy: ProtocolPolicy): DialoguePlan {
  const instructions = replyInstructions(sample.topic !== undefined, policy.oneSentence);
  const rendered = renderTemplate(prompt.placement === 'benchmark' ? persona : prompt.template, {
    topic: sample.topic,
    history: transcriptOf(sample.history),
    grade_band: sample.gradeBand === 'elementary' ? 'elementary school' : 'middle school',
    subject,
    instructions,
  });
  const appended = prompt.placement === 'own+instructions' && !rendered.used.has('instructions');
  const requestPlaced = appended || rendered.used.has('instructions');
  const parts = [
    sample.topic === undefined || rendered.used.has('topic') ? '' : `Topic: ${sample.topic}`,
    rendered.used.has('history') ? lastStudentWords(sample) : `Conversation:\n${transcriptOf(sample.history)}`,
    requestPlaced ? bareRequest : instructions,
  ];
  return {
    system: [rendered.text, appended ? instructions : ''].filter((part) => part !== '').join('\n\n'),
    opening: [],
    studentTurns: [{ role: 'user', content: parts.filter((part) => part !== '').join('\n\n') }],
    // The paper does not give its decoding; 0 and 1,024 are this project's choice.
    decoding: { temperature: 0, maxOutputTokens: 1024 },
    warnings: rendered.empty.map((name) => `{{${name}}} has no value for some samples and was left empty there.`),
  };
}
