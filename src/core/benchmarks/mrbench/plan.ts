import { type Dialogue, type DialoguePlan, systemPrompt, transcriptOf } from '../../benchmark/dialogue';
import { sentencesOf } from '../../benchmark/judging/replyText';
import { parseTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { BaselinePrompt, Fact, PromptVariable } from '../../benchmark/benchmark';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { mrChoice } from './policies';
import { lastStudentWords, type MrSample } from './samples';

/** The persona of the paper's generation prompt, in our words. The file under test replaces it. */
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

export const bareRequest = 'Write the tutor’s next reply.';

const persona = parseTemplate(personaBaseline.text);

/** Leaves out of the user message what the file places itself. Must read only topic, history and grade band. */
export function planMrSample(sample: MrSample, prompt: TutorPrompt, policy: ProtocolPolicy): DialoguePlan {
  const fit = sample.topic === undefined ? 'the conversation' : 'the topic and the conversation';
  const length = mrChoice(policy, 'oneSentence') ? ', in one sentence at most' : '';
  const instructions = `Write the tutor’s next reply${length}. Choose the reply that suits ${fit} best.`;
  const { used, ...rendered } = systemPrompt(prompt, persona, {
    topic: sample.topic,
    history: transcriptOf(sample.history),
    grade_band: sample.gradeBand === 'elementary' ? 'elementary school' : 'middle school',
    subject: 'mathematics',
    instructions,
  });
  const parts = [
    sample.topic === undefined || used.has('topic') ? '' : `Topic: ${sample.topic}`,
    used.has('history') ? lastStudentWords(sample) : `Conversation:\n${transcriptOf(sample.history)}`,
    used.has('instructions') ? bareRequest : instructions,
  ];
  return {
    ...rendered,
    opening: [],
    studentTurns: [{ role: 'user', content: parts.filter((part) => part !== '').join('\n\n') }],
    // The paper does not give its decoding; this project chose 0 and 1,024.
    decoding: { temperature: 0, maxOutputTokens: 1024 },
  };
}

/** Number of sentences, and whether one was requested. The paper has no such metric, so it is only recorded. */
export function replyFacts({ replies }: Dialogue, policy: ProtocolPolicy): readonly Fact[] {
  const reply = replies[0]?.visible ?? '';
  if (reply === '') return [];
  const count = String(sentencesOf(reply).length);
  return [
    { label: 'Sentences in the reply', value: mrChoice(policy, 'oneSentence') ? `${count}, asked for one` : count },
  ];
}
