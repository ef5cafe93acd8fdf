import type { Dialogue } from '../../dialogue/dialogue';
import { questionsOf } from '../../judging/replyFeatures';
import { sentencesOf } from '../../judging/replyText';
import { isGood, type RatedCriterion } from './arrW';
import type { TbCriterion } from './samples';

/** What went wrong in a reply, in words; derived from its ratings, never scored. */
export const failureTitles = {
  critical_missed: 'Misses something critical',
  spoiler: 'Does what it must not do',
  missed_error: 'Passes over an error',
  missed_correct_step: 'Passes over what was right',
  no_example: 'Gives no example',
  ignored_emotion: 'Passes over how the student feels',
  misread_image: 'Misreads the image',
  truncated_or_counter_question: 'Cut off, or only asks back',
} as const;
export type FailureTag = keyof typeof failureTitles;

type Rated = TbCriterion & RatedCriterion;

const byCriterion: readonly (readonly [tag: FailureTag, applies: (criterion: Rated) => boolean])[] = [
  ['critical_missed', ({ weight }) => weight === 5],
  ['spoiler', ({ weight }) => weight === -5],
  ['missed_error', ({ skill, weight }) => skill === 'identifying_incorrect_steps' && weight > 0],
  ['missed_correct_step', ({ skill, weight }) => skill === 'identifying_correct_steps' && weight > 0],
  ['no_example', ({ skill, weight }) => skill === 'examples_analogies' && weight > 0],
  ['ignored_emotion', ({ dimensions, weight }) => dimensions.includes('emotional_component') && weight > 0],
  ['misread_image', ({ dimensions }) => dimensions.includes('visual_perception')],
];

/** The tags of one play, in the order above, from its rated criteria and its reply. */
export function failureTags(criteria: readonly Rated[], dialogue: Dialogue): readonly FailureTag[] {
  const bad = criteria.filter(({ weight, met }) => met !== undefined && !isGood(weight, met));
  const found = byCriterion.flatMap(([tag, applies]) => (bad.some(applies) ? [tag] : []));
  return isCutOffOrAsksBack(dialogue) ? [...found, 'truncated_or_counter_question'] : found;
}

/** Whether the last reply ended at the token limit or consists of questions alone; needs no judge. */
function isCutOffOrAsksBack({ replies }: Dialogue): boolean {
  const reply = replies.at(-1);
  if (reply === undefined || reply.visible === '') return false;
  const sentences = sentencesOf(reply.visible);
  return reply.finish === 'length' || (sentences.length > 0 && questionsOf(reply.visible).length === sentences.length);
}
