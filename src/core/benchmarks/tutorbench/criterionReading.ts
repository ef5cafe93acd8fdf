import { numbersIn, wordStems } from '../../benchmark/judging/replyText';
import type { TbCriterion } from './samples';

/**
 * `secret`: saying it is bad; `absence`: not saying it is good; `feeling`: praise or sympathy; `form`: length, layout.
 */
type Demand = 'secret' | 'absence' | 'guide' | 'feeling' | 'form' | 'content';

export interface CriterionReading {
  readonly demand: Demand;
  /** The content without “The response must state that …”. */
  readonly core: string;
  readonly stems: readonly string[];
  readonly numbers: readonly number[];
}

const speaker = /^(?:(?:it|the|this|a|model|tutor|ai|teacher)(?:['’]s)?\s+)*(?:response|reply|model|tutor|ai)\s+/i;
const verb =
  /^(?:(?:must|should|may|can|will|does|only|explicitly|clearly|correctly|also|not|never|avoids?)\s+)*\w{2,12}\s+(?:(?:out|to|for|the student|a|guiding|question|hint|that|how|why|whether|what|with|at)\s+)*/i;
const everyday = wordStems(
  'student response reply model tutor must should explicitly clearly correctly answer final value result solution complete full ' +
    'state explain identify mention point ask give example such like using used because that their there work step',
);

export function readCriterion(criterion: TbCriterion): CriterionReading {
  const line = criterion.text.replace(/\s+/g, ' ').trim().slice(0, 600);
  const bare = line.replace(speaker, '').replace(verb, '');
  const core = bare === '' ? line : bare;
  const stems = [...wordStems(core)].filter((stem) => !everyday.has(stem));
  return { demand: demandOf(criterion), core, stems, numbers: numbersIn(core) };
}

/** A criterion that is good to meet and names something forbidden. A later “not” belongs to the content. */
const forbids =
  /^(?:(?:must|should|may|can|could|will|would|does)\s*(?:not|n['’]t|never|avoid|refrain)|cannot|avoids?|never)\b/i;
const formal = /\b(?:concise|brief|short|redundan|verbose|bullet|section|paragraph|format|organi[sz]ed|readable)/i;
const leading = /\b(?:question|hint|nudge|asks?|prompts? the student|invites?)\b/i;
const kind = /\b(?:encourag|prais|empath|sympath|support|reassur|patien|friendly|warm|confus|frustrat|doubt|feeling)/i;

function demandOf({ text, weight, skill, dimensions }: TbCriterion): Demand {
  if (weight < 0) return 'secret';
  if (forbids.test(text.trim().replace(speaker, ''))) return 'absence';
  if (dimensions.some((one) => /style_tone|conciseness/.test(one)) && formal.test(text)) return 'form';
  if (skill === 'guiding_questions' || (skill === undefined && leading.test(text))) return 'guide';
  if (dimensions.includes('emotional_component') || (skill === undefined && kind.test(text))) return 'feeling';
  return 'content';
}
