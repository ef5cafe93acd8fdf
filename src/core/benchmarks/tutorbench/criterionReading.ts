import { contentWords, numbersIn } from '../../benchmark/judging/replyText';
import type { TbCriterion } from './samples';

/**
 * `spoiler`: giving something away is bad; `claim`: saying or doing something else is bad; `absence`: a spoiler phrased
 * so that avoiding it is good; `feeling`: praise or sympathy; `style`: length and form; `guide`: a question or hint.
 */
type Demand = 'spoiler' | 'claim' | 'absence' | 'guide' | 'feeling' | 'style' | 'content';

export interface CriterionReading {
  readonly demand: Demand;
  /** The content without “The response must state that …”. */
  readonly core: string;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly number[];
}

const speaker =
  /^(?:it|the|this|a)?\s*(?:(?:model|tutor|ai|teacher)(?:['’]s)?\s+)?(?:response|reply|answer|explanation|feedback|hint|model|tutor|ai)\s+(?=\S)/i;
const modal =
  /^(?:(?:must|should|shall|needs? to|has to|may|can|will|does|do|only|explicitly|clearly|correctly|directly|also|briefly|either|not|never|avoids?|refrains? from|n['’]t)\s+)+/i;
/** "States that", "points out to the student how". */
const verb =
  /^\w{2,12}\s+(?:(?:out|up|at least|clearly|directly)\s+)?(?:(?:to|for) the student\s+)?(?:(?:that|how|why|whether|what|with|at|to)\s+)?/i;
/** A criterion that is good to meet and names something forbidden. A later “not” belongs to the content. */
const forbids =
  /^(?:(?:must|should|shall|may|can|could|will|would|does|do|did)\s*(?:not|n['’]t|never|avoid|refrain)|cannot|avoids?|never|refrains?|contains? no|gives? no)\b/i;
const hintWords =
  /^(?:(?:a|an|one|the student|with)\s+)*(?:(?:guiding|leading|targeted|helpful|specific|short|strategic)\s+)*(?:question|hint)s?(?:\s+or\s+[^,.]{0,24}?(?:hint|question)s?)?\s+(?:(?:that|which|to|and|by|about|for|on|toward|towards|lead|leads|leading|guide|guides|help|helps|point|points|aid|with|the student|them|think|consider|thinking|suggesting)\s+)*/i;

const everyday = new Set(
  (
    'student students response reply model tutor must should explicitly clearly correctly correct answer final value result solution ' +
    'complete full states state explains explain identifies identify mentions mention points point asks ask gives give example ' +
    'such like using used uses because that their there work step'
  ).split(' '),
);

export function readCriterion(criterion: TbCriterion): CriterionReading {
  const demand = demandOf(criterion);
  const core = coreOf(criterion.text, demand);
  const words = new Set([...contentWords(core)].filter((word) => !everyday.has(word) && !/^\d/.test(word)));
  return { demand, core, words, numbers: numbersIn(core) };
}

function coreOf(text: string, demand: Demand): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 600)
    .replace(/(?<![.\s])[.\s]+$/, '');
  const bare = line.replace(speaker, '').replace(modal, '').replace(verb, '');
  const core = demand === 'guide' ? bare.replace(hintWords, '') : bare;
  return core === '' ? line : core;
}

const forms =
  /\b(?:concise\w*|brief|briefly|short|redundan\w+|verbose|to the point|bullet\w*|sections?|paragraphs?|format\w*|list|second person|tone|polite|readable|organi[sz]ed|grammar\w*|perspective)\b/i;
const sympathy =
  /\b(?:encourag\w+|praise\w*|empath\w+|sympath\w+|supportive|reassur\w+|patien\w+|compliment\w*|kind|friendly|warm\w*|(?:confusion|frustration|doubt|feeling|worry|anxiety|uncertainty|struggl\w+|effort)s?)\b/i;
const leading = /\b(?:question|hint|nudge|ask|asks|prompts? the student|invites?)\b/i;

/** Marks a criterion on giving the answer away, not on a false claim or a wrong tone. */
const givesAway =
  /\b(?:stat(?:e|es|ing)|nam(?:e|es|ing)|giv(?:e|es|ing)|writ(?:e|es|ing)|reveal\w*|provid\w+|solv\w+|comput\w+|calculat\w+|complet\w+|suppl(?:y|ies)|tells?|final|answers?|solutions?)\b/i;

const asserts = /^(?:says|claims|calls|marks|accepts|endorses)\b/i;

function demandOf({ text, weight, skill, dimensions }: TbCriterion): Demand {
  if (weight < 0) return givesAway.test(text) && !asserts.test(text) ? 'spoiler' : 'claim';
  if (forbids.test(text.trim().replace(speaker, ''))) return 'absence';
  if (dimensions.some((one) => /style_tone|conciseness/.test(one)) && forms.test(text)) return 'style';
  if (skill === 'guiding_questions') return 'guide';
  if (dimensions.includes('emotional_component')) return 'feeling';
  if (skill === undefined && leading.test(text)) return 'guide';
  if (skill === undefined && sympathy.test(text)) return 'feeling';
  return 'content';
}
