import type { BaselinePrompt, PromptVariable } from '../benchmark';

/** The persona of the paper's generation prompt in our words; the file under test takes its place. */
export const personaBaseline: BaselinePrompt = {
  id: 'mrbench/persona',
  title: 'MRBench: teacher persona',
  text:
    'You have taught mathematics in {{grade_band}} classes for many years. A student you are working with has made a mistake ' +
    'or is confused. Answer the student in a way that helps and shows that you care.',
};

export const mrVariables: readonly PromptVariable[] = [
  { name: 'topic', explain: 'What the lesson is about; empty for dialogues without a topic.' },
  { name: 'history', explain: 'The conversation so far, one line a turn, “Tutor: …” and “Student: …”.' },
  { name: 'grade_band', explain: '“elementary school” or “middle school”.' },
  { name: 'subject', explain: 'Always “mathematics” here.' },
  {
    name: 'instructions',
    explain: 'The request for the next reply, with the limit of one sentence unless that is switched off.',
  },
];

export const subject = 'mathematics';

/** What the user message ends with when the file has placed the instructions itself. */
export const bareRequest = 'Write the tutor’s next reply.';

/** The final cue of the user message: limit of one sentence as in the paper unless switched off. */
export function replyInstructions(hasTopic: boolean, oneSentence: boolean): string {
  const fit = hasTopic ? 'the topic and the conversation' : 'the conversation';
  const length = oneSentence ? ', in one sentence at most' : '';
  return `Write the tutor’s next reply${length}. Choose the reply that suits ${fit} best.`;
}
