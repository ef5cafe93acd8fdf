import { readableReply } from '../../benchmark/judging/readableReply';
import { replyFeatures } from '../../simulation/replyFeatures';
import { contentWords } from '../../benchmark/judging/replyText';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { applicableCriteria, overallId } from './criteria';
import type { ComparedReplies } from './judgeText';
import type { SidedVerdict } from './preference';

type Reading = ReturnType<typeof readingOf>;

/** Reads only the first 20,000 characters. */
function readingOf(reply: string, { history, objective, instructions }: ComparedReplies) {
  const text = reply.slice(0, 20_000).replaceAll('’', "'");
  const words = contentWords(text);
  const said = history.map(({ content }) => content);
  const shared = (other: string): number => [...contentWords(other)].filter((word) => words.has(word)).length;
  const known = contentWords(said.join('\n'));
  // Quotations are mostly the student's, and the student may be wrong.
  const equalities = equalitiesIn(text.replace(/["“][^"“”]{1,300}["”]/g, ' … '));
  return {
    text,
    ...replyFeatures(text),
    isCounted: equalities.length > 0,
    isRight: equalities.every(({ holds }) => holds),
    newNumber: [...words].some((word) => /^\d/.test(word) && !known.has(word)),
    usesStudentWords: shared(said.at(-1) ?? '') >= 2,
    isOnTopic: shared(said.join('\n')) >= 3 || shared(`${objective}\n${instructions}`) >= 2,
  };
}

const tellsResult =
  /\b(?:the (?:right |correct )?(?:answer|result|solution) is|so (?:it|that|this) (?:is|makes|gives)|(?<!\bdid )(?:you|we) get)\s(?!not\b)[^.?!\n]{0,30}\d/i;

/** A pattern in the reply, or a test of it; English only. The names are the reasons that the judge gives. */
const cues = {
  'no wrong calculation': ({ isRight }) => isRight,
  'a right calculation': ({ isCounted, isRight }) => isCounted && isRight,
  'the student’s words': ({ usesStudentWords }) => usesStudentWords,
  'the topic': ({ isOnTopic }) => isOnTopic,
  'a fit length': /^(?:\S+\s+){11,89}\S+\s*$/,
  'a question': ({ questions }) => questions.length > 0,
  'one question': ({ questions }) => questions.length === 1,
  'an open question': ({ questions }) => questions.some(({ level }) => level === 3),
  'a question about thinking':
    /\b(?:why|how (?:do|did|can|would) you|what makes|explain|in your own words)\b[^.!]{0,200}\?/i,
  'the result left open': ({ text }) => !tellsResult.test(text),
  'a task': ({ questions }) => questions.some(({ text }) => /\d/.test(text)),
  'new numbers': ({ newNumber }) => newNumber,
  'what is right': ({ affirmation }) => affirmation !== undefined,
  'what is wrong': ({ denial, doubt }) => (denial ?? doubt) !== undefined,
  'kind words': ({ encouragement }) => encouragement !== undefined,
  'no rude words': ({ offence }) => offence === undefined,
  'a next step':
    /\b(?:next|try|start (?:with|by|from)|go back to|look (?:again )?at|write|draw|count|compare|table|hint)\b/i,
  'a reason': /\b(?:because|since|so that|that is why|the reason|means|therefore)\b/i,
  'an example': /\b(?:for (?:example|instance)|imagine|picture|think of|suppose|say you|like (?:a|an|the))\b/i,
  'thinking aloud':
    /\b(?:i (?:look|think|start|begin|see|notice|check|first|then)|let me (?:show|think)|think aloud)\b/i,
  'steps in order': /\bfirst\b.{1,300}\b(?:then|next|after that|finally)\b/is,
  'the pattern': /\b(?:always|whenever|in general|the same (?:way|idea|plan)|pattern|rule|other problems?)\b/i,
  'the student’s turn': /\b(?:your turn|now you|you try|try (?:it|the same|this)|have a go|do the same)\b/i,
  'a check': /\b(?:check|how (?:can|do) you know|make sure|does (?:it|your answer) (?:fit|make sense))\b/i,
  'a further step': /\b(?:what (?:if|happens)|harder|further|another way|is it always|still work|your own)\b/i,
} as const satisfies Readonly<Record<string, RegExp | ((reading: Reading) => boolean)>>;

/** A reply's score on a criterion is the share of these that it has. */
const wanted: Readonly<Record<string, readonly (keyof typeof cues)[]>> = {
  'general.1': ['no wrong calculation', 'a right calculation'],
  'general.2': ['the student’s words', 'the topic', 'no rude words'],
  'general.3': ['a fit length'],
  'general.4': ['a question', 'one question', 'the result left open'],
  'challenge.1': ['a further step', 'an open question', 'new numbers'],
  'challenge.2': ['an open question', 'a further step'],
  'challenge.3': ['the result left open', 'a question', 'a next step'],
  'explanation.1': ['a reason'],
  'explanation.2': ['an example', 'the student’s words'],
  'explanation.3': ['a reason', 'an example'],
  'modelling.1': ['thinking aloud', 'steps in order'],
  'modelling.2': ['the pattern', 'thinking aloud'],
  'modelling.3': ['the student’s turn', 'a question'],
  'practice.1': ['a task', 'the topic'],
  'practice.2': ['a task', 'new numbers'],
  'practice.3': ['a check', 'a question'],
  'questioning.1': ['a question', 'an open question'],
  'questioning.2': ['a question about thinking', 'the result left open'],
  'questioning.3': ['one question', 'the student’s words'],
  'feedback.1': ['what is right', 'what is wrong'],
  'feedback.2': ['a next step', 'a question'],
  'feedback.3': ['the result left open', 'kind words', 'no rude words'],
};

const margin = 0.15;
/** The whole averages many criteria, so its scores are closer and its tie margin is smaller. */
const overallMargin = 0.06;

/** Both replies are scored by the same rules, so exchanging A and B reverses every verdict. */
export function simulatePreferences(compared: ComparedReplies, ids: readonly string[]): string {
  const all = applicableCriteria(compared.principles);
  const [a, b] = [compared.replyA, compared.replyB].map((reply) => {
    const reading = readingOf(readableReply(reply), compared);
    const criteria = new Map(all.map((id) => [id, scoreOf(id, reading)]));
    const sum = [...criteria.values()].reduce((total, { score }) => total + score, 0);
    const isBeside = !reading.isOnTopic && !reading.usesStudentWords;
    const faults = (reading.isRight ? 0 : 0.4) + (reading.offence === undefined ? 0 : 0.5) + (isBeside ? 0.3 : 0);
    return { criteria, whole: sum / Math.max(1, all.length) - faults };
  });
  const decided = ids.flatMap((id) => {
    const [one, other] = [a?.criteria.get(id), b?.criteria.get(id)];
    if (one === undefined || other === undefined) return [];
    const why = `A: found ${one.found}; B: found ${other.found}.`;
    return [{ id, why, verdict: verdictOf(one.score - other.score, margin) }];
  });
  return JSON.stringify({
    reasoning: 'A simulated judge compared the two texts by word lists and arithmetic, without understanding them.',
    criteria: decided,
    overall: ids.includes(overallId) ? verdictOf((a?.whole ?? 0) - (b?.whole ?? 0), overallMargin) : null,
  });
}

function verdictOf(difference: number, closeness: number): SidedVerdict {
  if (Math.abs(difference) < closeness) return 'tie';
  return difference > 0 ? 'A' : 'B';
}

function scoreOf(id: string, reading: Reading) {
  const all = wanted[id] ?? [];
  const found = all.filter((name) => {
    const cue = cues[name];
    return cue instanceof RegExp ? cue.test(reading.text) : cue(reading);
  });
  return { score: found.length / Math.max(1, all.length), found: found.length === 0 ? 'nothing' : found.join(', ') };
}
