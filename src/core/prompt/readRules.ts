import type { PromptRule, RuleId } from './rules';

// A sentence counts for a rule when it matches `says` and not `unless`. The patterns look for the intent in everyday
// wording; they serve the simulated tutor only and never influence a score. Every gap in them is bounded, so that the
// time stays linear in the text. What a clause forbids is not looked at, except for rules that are prohibitions.
const patterns: readonly { readonly id: RuleId; readonly says: RegExp; readonly unless?: RegExp }[] = [
  {
    id: 'askQuestions',
    says: /\b(ask|pose|us(e|ing)|through|by|with|guid\w*|lead\w*)\b[^.]{0,80}\bquestions?\b|\bsocratic\b|\bquestion(s|ing)? (per|each|every)\b/i,
  },
  { id: 'oneQuestion', says: /\b(one|single|exactly one|1)\b[^.]{0,30}\bquestion\b/i },
  {
    id: 'noFinalAnswer',
    says: /\b(never|not|don't|without|avoid|no|instead of|rather than)\b[^.]{0,60}\b(final answer|answers?|(full|complete|whole|entire) solutions?|solutions?|solve (it|the))\b/i,
  },
  {
    id: 'classifyReply',
    says: /\b(classify|decide|determine|judge|check|work out|identify)\b[^.]{0,50}\b(whether|if|reply|answer|response|state)\b/i,
  },
  {
    id: 'affirmCorrect',
    says: /\b(correct|right|understood|understands?|accurate)\b[^.]{0,60}\b(affirm|acknowledg\w*|confirm\w*|praise|tell|say so|agree)/i,
  },
  {
    id: 'affirmCorrect',
    says: /\b(affirm|acknowledg\w*|confirm\w*|praise)\b[^.]{0,60}\b(correct|right|understanding|good|progress|answer|reply|it)\b/i,
    unless: /\bmistake|\bwrong|\bincorrect/i,
  },
  {
    id: 'deepenWhenRight',
    says: /\b(harder|deeper|deepen\w*|stretch|challeng\w+|higher[- ]level|extend|further|more demanding)\b/i,
    unless: /\b(do not|don't|never|avoid)\b/i,
  },
  {
    id: 'pointOutMistake',
    says: /\b(say|point|tell|name|show|signal|flag|make (it )?clear|notice|mention|address|lead|help)\b[^.]{0,70}\b(wrong|mistakes?|errors?|incorrect|not right|misconceptions?)\b/i,
    unless: /\b(do not|don't|never|avoid)\b[^.]{0,20}\b(say|point|tell|name|mention)/i,
  },
  {
    id: 'pointOutMistake',
    says: /\b(wrong|mistaken?|incorrect|error)\b[^.]{0,70}\b(say so|point (it|that|this)? ?out|tell (them|the)|notice|re-?explain)/i,
    unless: /\b(do not|don't|never|avoid)\b[^.]{0,20}\b(say|point|tell|name|mention)/i,
  },
  {
    id: 'locateMistake',
    says: /\b(where|which (step|part|line|number)|the (exact|very)? ?(step|place|spot)|precise\w*|specific\w*)\b[^.]{0,60}\b(wrong|mistake|error|went|slip)|\b(mistake|error|slip)\b[^.]{0,40}\b(where|which step|exact|step)\b|\bpoint (at|to) the (step|part|line)\b/i,
  },
  {
    id: 'easierWhenWrong',
    says: /\b(easier|simpler|smaller|more basic|lower[- ]level|step back|break\w* (it|the|things)? ?(down|up|into))\b/i,
  },
  {
    id: 'adaptWhenConfused',
    says: /\b(confus\w+|lost|stuck|unsure|do(es)? not understand|doesn't understand|not understanding|don't understand)\b/i,
  },
  {
    id: 'explain',
    says: /\b(explain|explanation|clarif\w+|example|analogy|analogies|illustrat\w+)\b/i,
    unless: /\b(do not|don't|never|without|avoid)\b[^.]{0,15}\bexplain/i,
  },
  {
    id: 'nextStep',
    says: /\b(next step|what to do next|one step|step by step|move (on|forward)|concrete (task|step|action))\b/i,
  },
  { id: 'encourage', says: /\b(encourag\w+|warm\w*|kind\w*|friendly|supportive|patient\w*|praise|gentl\w+|caring)\b/i },
  {
    id: 'noSteps',
    says: /\b(never|not|don't|without|avoid|no|instead of|rather than)\b[^.]{0,60}\b(calculat\w*|comput\w*|(intermediate|any|single|the) steps?|substitut\w*|work(ing)? (it|anything|this)? ?out|do(ing)? (the|any) (arithmetic|work|algebra|steps?))\b/i,
  },
  {
    id: 'onlyTaught',
    says: /\b(only|nothing but|stay within|stick to|keep to|limit\w*|beyond|outside)\b[^.]{0,80}\b(methods?|theory|curriculum|reference|taught|formula sheet|syllabus)\b/i,
  },
  {
    id: 'practice',
    says: /\b(practi[cs]e|exercises?|similar (task|problem|question)s?|try (one|another|it) (themselves|yourself|alone|on their own)|task of their own)\b/i,
    unless: /\b(do not|don't|never|avoid)\b/i,
  },
  {
    id: 'modelThinking',
    says: /\b(think(ing)? aloud|model (the|your|how|a)\b|worked example|demonstrat\w+|show (how|your thinking|each step))/i,
    unless: /\b(do not|don't|never|avoid)\b/i,
  },
  {
    id: 'alternatives',
    says: /\b(another|other|different|alternative|second|more than one) (way|method|approach|route|strateg\w+|explanation|representation)s?\b/i,
    unless: /\b(do not|don't|never|avoid)\b/i,
  },
  { id: 'concise', says: /\b(short|brief|concise|at most (one|two|three|\d) sentences?|one sentence|few words)\b/i },
];

const prohibitions: ReadonlySet<RuleId> = new Set(['noFinalAnswer', 'noSteps', 'oneQuestion', 'onlyTaught']);
const clauseBorder = /(?<=[,:])\s|\s(?=(?:but|instead)\b)/;
const forbids =
  /^(?:(?:and|but|so|please|always|you|should|must|may|can|will|then)\s+){0,4}(?:do not|don't|never|not|avoid|refrain|shouldn't|mustn't|no)\b/i;

/**
 * The rules that a prompt's body states, with the lines they stand on. A paragraph that is wrapped over lines counts
 * as one: its lines are joined up to the next list item, heading or blank line.
 */
export function readRules(body: string): readonly PromptRule[] {
  const rules: PromptRule[] = [];
  for (const { text, startLine, endLine } of statements(body)) {
    const sentences = text
      .replaceAll('’', "'")
      .replace(/^(?:[-*+•]|\d+[.)])\s+/, '')
      .split(/(?<=[.!?;])\s+/)
      .map((sentence) => ({ whole: sentence, wanted: withoutForbidden(sentence) }));
    const found = new Set<RuleId>();
    for (const { id, says, unless } of patterns) {
      const states = ({ whole, wanted }: (typeof sentences)[number]): boolean => {
        const looked = prohibitions.has(id) ? whole : wanted;
        return says.test(looked) && unless?.test(looked) !== true;
      };
      if (sentences.some(states)) found.add(id);
    }
    for (const id of found) rules.push({ id, startLine, endLine, text });
  }
  return rules;
}

/** The sentence without the clauses that forbid something. */
function withoutForbidden(sentence: string): string {
  return sentence
    .split(clauseBorder)
    .filter((clause) => !forbids.test(clause))
    .join(' ');
}

function statements(body: string): readonly { text: string; startLine: number; endLine: number }[] {
  const result: { text: string; startLine: number; endLine: number }[] = [];
  let open: { lines: string[]; startLine: number } | undefined;
  const close = (endLine: number): void => {
    if (open !== undefined) result.push({ text: open.lines.join(' '), startLine: open.startLine, endLine });
    open = undefined;
  };
  body.split('\n').forEach((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '') {
      close(index - 1);
      return;
    }
    const heading = /^#{1,6}\s/.test(trimmed);
    if (heading || /^(?:[-*+•]|\d+[.)])\s/.test(trimmed)) close(index - 1);
    open ??= { lines: [], startLine: index };
    open.lines.push(trimmed.slice(0, 2_000));
    if (heading) close(index);
  });
  close(body.split('\n').length - 1);
  return result;
}
