import { untrustedNotice } from '../../judging/fence';
import { principleMeanings, principles, principleTitles } from '../kmpbench/principles';
import { criteria, overallId } from './criteria';

/** Titles of the material's sections; part of the judge's version. Turns of the dialogue have a section each. */
export const sections = {
  persona: 'persona of the tutor',
  profile: 'profile of the student',
  objective: 'learning objective',
  principles: 'targeted principles',
  instructions: 'instruction for this turn',
  grade: 'grade and domain',
  student: 'earlier student turn',
  tutor: 'earlier tutor turn',
  lastWords: 'student turn to be answered',
  replyA: 'reply A',
  replyB: 'reply B',
  ids: 'ids to decide',
  note: 'note on',
} as const;

/** What is the same for every sample: all 22 criteria stand here, and the material names those to be decided. */
export const preferenceText = [
  'You compare two replies that tutors of mathematics (kindergarten to grade 8) gave at the same point of the same dialogue. They ' +
    'are called A and B; the letters were dealt at random and say nothing about who wrote them. You are given the situation, the ' +
    'dialogue, both replies, and the ids of the criteria that apply here.',
  `The teaching principles a reply can be meant to embody:\n${principles
    .map((id) => `- ${principleTitles[id]}: ${principleMeanings[id]}.`)
    .join('\n')}`,
  `The criteria. For each, ask which of the two replies does it better. “The reply …”\n${criteria
    .map(({ id, text }) => `- ${id}: ${text}.`)
    .join('\n')}\n- ${overallId}: is, taken as a whole, the better tutor turn at this point of this dialogue.`,
  `The section “${sections.ids}” lists the ids you decide, and only those; the other criteria do not apply. A section “${sections.note} …” ` +
    'tells what a criterion means in this dialogue. It explains the criterion and does not replace it.',
  [
    'How to decide',
    '- Take one criterion at a time and look at nothing else while you do. A reply may win on one and lose on the next.',
    '- "A" or "B" is the reply that does clearly better on that criterion; "tie" when both do it equally well or equally badly.',
    '- Check every calculation yourself before you decide about correctness.',
    '- Length is no merit, neither is polish, and neither is the order of the letters. Judge what reaches this student.',
    `- Give "${overallId}" as a judgement of its own on the whole reply. It is not a count of the criteria.`,
  ].join('\n'),
  'First write your reasoning about the situation and the two replies in a few sentences. Then give for each criterion id one sentence ' +
    `of reasons (“why”) and the verdict that follows from it. “${overallId}” comes last; give null there when it is not among the ids.`,
  'Answer with one JSON object: {"reasoning": "<a few sentences>", "criteria": [{"id": "<id>", "why": "<one sentence>", "verdict": ' +
    '"A" | "B" | "tie"}, one for each criterion id], "overall": "A" | "B" | "tie" | null}',
  untrustedNotice,
].join('\n\n');
