import { readableText } from '../../benchmark/judging/readableText';
import { type ReplyFeatures, replyFeatures } from '../../simulation/replyFeatures';
import { contentWords, numbersIn } from '../../benchmark/judging/replyText';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { applicableCriteria, overallId } from './criteria';
import type { ComparedReplies } from './judgeText';
import type { SidedVerdict } from './preference';

interface Reading {
  readonly text: string;
  readonly features: ReplyFeatures;
  readonly equalities: ReturnType<typeof equalitiesIn>;
  readonly newNumbers: number;
  /** Whether it has words or numbers of the student's last message, of the dialogue, of the aims. */
  readonly takesUp: boolean;
  readonly staysOnTopic: boolean;
  readonly followsAims: boolean;
}

const says =
  (pattern: RegExp) =>
  ({ text }: Reading): boolean =>
    pattern.test(text);
const holds = ({ equalities }: Reading): boolean => equalities.every((equality) => equality.holds);
const tellsResult =
  /\b(?:the (?:right |correct )?(?:answer|result|solution) is|so (?:it|that|this) (?:is|makes|gives)|(?<!\bdid )(?:you|we) get)\s(?!not\b)[^.?!\n]{0,30}\d/i;

/** English only. The names are the reasons that the judge gives. */
const cues = {
  'right arithmetic': holds,
  'a right calculation': (reading) => reading.equalities.length > 0 && holds(reading),
  'the student’s words': ({ takesUp }) => takesUp,
  'the topic': ({ staysOnTopic }) => staysOnTopic,
  'the instruction': ({ followsAims }) => followsAims,
  'short sentences': ({ features }) => features.sentences.every((sentence) => sentence.length <= 150),
  'a fit length': ({ text }) => /^(?:\S+\s+){11,89}\S+\s*$/.test(text),
  'a question': ({ features }) => features.questions.length > 0,
  'one question': ({ features }) => features.questions.length === 1,
  'an open question': ({ features }) => features.questions.some(({ level }) => level === 3),
  'the result left open': ({ text }) => !tellsResult.test(text),
  'a task': ({ features }) => features.questions.some(({ text }) => /\d/.test(text)),
  'new numbers': ({ newNumbers }) => newNumbers > 0,
  'what is right': ({ features }) => features.affirmation !== undefined,
  'what is wrong': ({ features: { denial, doubt } }) => (denial ?? doubt) !== undefined,
  'kind words': ({ features: { encouragement, offence } }) => encouragement !== undefined && offence === undefined,
  'no rude words': ({ features }) => features.offence === undefined,
  'a question about thinking': says(
    /\b(?:why|how (?:do|did|can|could|would) you|what makes|tell me (?:how|what|why)|explain (?:how|why|your)|in your own words|what (?:do|did) you (?:think|notice|see|mean)|convince)\b[^.!]{0,200}\?/i,
  ),
  'a next step': says(
    /\b(?:next|try|start (?:with|by|from)|now (?:try|look|use|check|you|write|draw)|go back to|look (?:again )?at|write|draw|count|compare)\b/i,
  ),
  'a reason': says(/\b(?:because|since|so that|that is why|the reason|means|therefore|which is why)\b/i),
  'an example': says(/\b(?:for (?:example|instance)|imagine|picture|think of|suppose|say you|like (?:a|an|the))\b/i),
  'thinking aloud': says(
    /\b(?:i (?:ask myself|look|think|start|begin|see|notice|want|know|check|first|then|try)|let me (?:show|think)|think(?:ing)? aloud)\b/i,
  ),
  'steps in order': says(/\bfirst\b.{1,300}\b(?:then|next|after that|finally)\b/is),
  'the pattern': says(
    /\b(?:every time|always|whenever|in general|the same (?:way|idea|plan)|pattern|rule|other problems?)\b/i,
  ),
  'the student’s turn': says(
    /\b(?:your turn|now you|you try|try (?:it|the same|this|that|one|with)|have a go|can you (?:do|try|use)|do the same)\b/i,
  ),
  'a check': says(
    /\b(?:check|how (?:can|could|do) you (?:know|tell)|make sure|does (?:it|that|your answer) (?:fit|make sense))\b/i,
  ),
  'a further step': says(
    /\b(?:what (?:if|would (?:happen|change))|what happens|harder|further|another way|challenge|is it (?:always|still)|still work|your own|make up|convince)\b/i,
  ),
  'a foothold': says(
    /\b(?:hint|start (?:with|by|from)|you could|may help|might help|think (?:about|of)|draw|drawing|table|smaller)\b/i,
  ),
} as const satisfies Readonly<Record<string, (reading: Reading) => boolean>>;

type Cue = keyof typeof cues;

/** A reply's score on a criterion is the share of these that it has. */
const wanted: Readonly<Record<string, readonly Cue[]>> = {
  'general.1': ['right arithmetic', 'a right calculation'],
  'general.2': ['the student’s words', 'the topic', 'no rude words'],
  'general.3': ['short sentences', 'a fit length'],
  'general.4': ['the instruction', 'a question', 'one question', 'the result left open'],
  'challenge.1': ['a further step', 'an open question', 'new numbers'],
  'challenge.2': ['an open question', 'a further step'],
  'challenge.3': ['the result left open', 'a question', 'a foothold'],
  'explanation.1': ['a reason'],
  'explanation.2': ['an example', 'the student’s words'],
  'explanation.3': ['a reason', 'an example', 'short sentences'],
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
  const [a, b] = [scored(compared.replyA, compared), scored(compared.replyB, compared)];
  const decided = ids.flatMap((id) => {
    const [one, other] = [a.criteria.get(id), b.criteria.get(id)];
    if (one === undefined || other === undefined) return [];
    const verdict = verdictOf(one.score - other.score, margin);
    return [{ id, why: `A: ${one.because}; B: ${other.because}.`, verdict }];
  });
  return JSON.stringify({
    reasoning: 'A simulated judge compared the two texts by word lists and arithmetic, without understanding them.',
    criteria: decided,
    overall: ids.includes(overallId) ? verdictOf(a.whole - b.whole, overallMargin) : null,
  });
}

function verdictOf(difference: number, closeness: number): SidedVerdict {
  if (Math.abs(difference) < closeness) return 'tie';
  return difference > 0 ? 'A' : 'B';
}

/** `whole` is the mean over the applicable criteria, minus points for wrong calculations or rude words. */
function scored(reply: string, compared: ComparedReplies) {
  const reading = readingOf(readableText(reply), compared);
  const criteria = new Map(
    applicableCriteria(compared.principles).map((id) => {
      const all = wanted[id] ?? [];
      const found = all.filter((cue) => cues[cue](reading));
      const because = found.length === 0 ? 'nothing found' : `found ${found.join(', ')}`;
      return [id, { score: found.length / Math.max(1, all.length), because }];
    }),
  );
  const sum = [...criteria.values()].reduce((total, { score }) => total + score, 0);
  const faults = (holds(reading) ? 0 : 0.4) + (reading.features.offence === undefined ? 0 : 0.5);
  return { criteria, whole: sum / Math.max(1, criteria.size) - faults };
}

/** Reads only the first 20,000 characters. */
function readingOf(reply: string, { history, objective, instructions }: ComparedReplies): Reading {
  const text = reply.slice(0, 20_000).replaceAll('’', "'");
  const features = replyFeatures(text);
  const [words, numbers] = [contentWords(text), new Set(numbersIn(text))];
  const last = history.at(-1)?.content ?? '';
  const earlier = history.map(({ content }) => content).join('\n');
  const followsAims = shared(words, contentWords(`${objective}\n${instructions}`)) >= 2;
  return {
    text,
    features,
    // Quotations are mostly the student's, and the student may be wrong.
    equalities: equalitiesIn(text.replace(/["“][^"“”]{1,300}["”]/g, ' … ')),
    newNumbers: numbers.size - shared(numbers, new Set(numbersIn(earlier))),
    takesUp: shared(words, contentWords(last)) >= 2 || shared(numbers, new Set(numbersIn(last))) >= 1,
    staysOnTopic: shared(words, contentWords(earlier)) >= 3 || followsAims,
    followsAims,
  };
}

function shared(items: ReadonlySet<unknown>, others: ReadonlySet<unknown>): number {
  return [...items].filter((item) => others.has(item)).length;
}
