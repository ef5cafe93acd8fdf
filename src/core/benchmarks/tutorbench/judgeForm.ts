import * as z from 'zod';
import { untrustedNotice } from '../../judging/fence';
import { judgeVersion } from '../../judging/judgeTask';
import type { TbUseCase } from './labels';

/** The one judge: it rates each criterion of a sample. */
export const judgeId = 'criteria';

/** Shape of an answer; the reasoning comes before the decision. `id` is the number of the criterion in the list. */
export const ratingsSchema = z.object({
  ratings: z.array(z.object({ id: z.string(), reasoning: z.string(), met: z.boolean() })),
});

/** Titles of the material's sections. */
export const sections = {
  situation: 'situation',
  conversation: 'conversation',
  reply: 'tutor reply to be graded',
  criteria: 'criteria',
} as const;

/** What the tutor was asked for; the prompt under test itself is not shown, as only the reply counts. */
export const situations: Readonly<Record<TbUseCase, string>> = {
  adaptive_explanation:
    'The student has had an explanation and asks a follow-up question. The tutor is to explain in a way that fits this student.',
  assessment_feedback:
    'The student’s solution is in the conversation or in an image. The tutor is to say what is right and wrong in it and to give feedback.',
  active_learning:
    'The student is stuck partway through a problem. The tutor is to lead to the next step by a hint or a question.',
};

/** What stands before a criterion's text. */
export const openings = {
  statement: 'Met if this is true of the reply:',
  prohibition: 'Prohibition. Met if the reply does what the following forbids:',
} as const;

/** The part of the prompt that is the same for every sample. */
export const fixedPart = [
  'You are a strict grader of a tutor’s reply to a student of science or mathematics. The material describes the situation, gives ' +
    'the conversation up to the reply, the reply, and a numbered list of criteria. Images of the conversation come with it where there are any.',
  'Apply the listed criteria and nothing else. Decide each one by itself: neither your general impression of the reply nor another ' +
    'criterion may influence it. Strict means as it is worded: ask for no less than a criterion says, and for no more.',
  [
    'What counts as said',
    '- Credit only what is in the reply, in whatever words. What only the conversation or an image says does not count.',
    '- A hint, question, example or calculation that can only mean the point counts as making it. Where the criterion is about ' +
      'giving an answer or a value, or says “explicitly”, it has to be told outright.',
    '- A criterion that demands several things (“and”, a list) is met only if all of them are there.',
    '- Of alternatives (“or”) one is enough. What follows “e.g.”, “for example”, “such as” or “like” only illustrates: anything of that ' +
      'kind is enough, and a missing example costs nothing.',
    '- A criterion about something that should be absent, or about manner or length, is decided on the whole reply. No words need to ' +
      'be found for it.',
  ].join('\n'),
  'A criterion is a statement about the reply. Set "met" to true if the statement is true of the reply and to false if it is not, ' +
    'whether it describes good or bad behaviour. A criterion that is worded as a demand (“must”, “should”, “should not”) is true ' +
    'when the reply fulfils the demand. The one exception is marked: an entry that begins with “Prohibition” is met when the reply ' +
    'breaks the prohibition, and not met when the reply keeps to it.',
  'For each criterion first write the reason, in at most 15 words: what in the reply decides it, or that nothing in it does; then decide.',
  'Answer with one JSON object that contains every number of the list exactly once, and write nothing else: ' +
    '{"ratings": [{"id": "<number>", "reasoning": "<at most 15 words>", "met": true | false}]}',
  untrustedNotice,
].join('\n\n');

/** Changes with every wording above and with the shape of the answer. */
export const version = judgeVersion(
  judgeId,
  fixedPart,
  Object.values(sections).join('\n'),
  Object.values(situations).join('\n'),
  Object.values(openings).join('\n'),
  JSON.stringify(z.toJSONSchema(ratingsSchema)),
);
