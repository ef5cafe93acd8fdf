import { readableText } from '../../benchmark/judging/readableText';
import { type ReplyFeatures, replyFeatures } from '../../benchmark/judging/replyFeatures';
import { contentWords, numbersIn } from '../../benchmark/judging/replyText';
import type { Signals } from '../../simulation/decide';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { applicableCriteria, overallId } from './criteria';
import type { ComparedReplies } from './judgeText';
import type { SidedVerdict } from './preference';

/** English only. `…Again` is the second match of a pattern. */
const patterns = {
  reason:
    /\b(?:because|since|so that|that is why|that's why|the reason|means|therefore|which is why|as each|as every)\b/gi,
  example:
    /\b(?:for example|for instance|imagine|picture|think of|suppose|say you|like (?:a|an|the|when|cutting|sharing)|draw|sketch|number line|just as)\b/gi,
  nextStep:
    /\b(?:next|try|start (?:with|by|from)|first,|now (?:try|look|use|check|you|write|draw|count)|go back to|look (?:again )?at|write|draw|count|compare|fold|use)\b/gi,
  thinksAloud:
    /\b(?:i (?:ask myself|look|think|start|begin|see|notice|want|know|check|write|first|then|say|try|wonder|would|can|tell myself|keep|draw|split|count)|i'm (?:thinking|looking|asking)|my first thought|thinking aloud|think aloud|let me (?:show|think|try|do))\b/gi,
  orderedStep: /\b(?:first|then|next|after that|finally|second|third|step \d|last)\b/gi,
  pattern:
    /\b(?:every time|always|whenever|any (?:number|fraction|time|problem)|in general|the same (?:way|idea|trick|plan|thing|steps?)|works (?:for|with|whenever)|pattern|rule|each time|other problems?|no matter)\b/gi,
  handsOver:
    /\b(?:your turn|now you|you try|try (?:it|the same|this|that|one|with)|have a go|can you (?:do|try|use)|over to you|do the same|how would you)\b/gi,
  selfCheck:
    /\b(?:check|how (?:can|could|will|would|do) you (?:know|tell|be sure|test|see)|make sure|prove|test (?:it|your)|see (?:if|whether)|does (?:it|that|your answer) (?:fit|make sense))\b/gi,
  extends:
    /\b(?:what (?:if|would (?:happen|change))|what happens|harder|trickier|further|another way|different way|challenge|without (?:counting|drawing|a)|biggest|smallest|as many|instead of|could there be|is it always|does (?:it|that|your \w+) (?:always|still) work|your own|invent|make up|puzzle)\b/gi,
  foothold:
    /\b(?:hint|start (?:with|by|from|small)|begin (?:with|by)|you could|might help|it may help|think about|think of|remember|use (?:your|the|what)|draw|table|number line|smaller|if you get stuck|first)\b/gi,
  tellsAnswer:
    /\b(?:the (?:right |correct )?(?:answer|result|solution) (?:is|would be|comes to)|so (?:it|that|this) (?:is|makes|gives)|(?:that|which|it) (?:makes|gives|leaves)|(?:you|we) get)\s(?!not\b)[^.?!\n]{0,30}\d/gi,
} as const satisfies Record<string, RegExp>;

const asksForThinking =
  /\b(?:why|how (?:do|did|can|could|would) you|how come|what makes|show me|tell me (?:how|what|why|more)|walk me through|explain (?:how|why|your|what)|in your own words|what (?:do|did) you (?:think|notice|see|mean)|convince)\b/i;

type PatternName = keyof typeof patterns;

type ReplySignal = PatternName | `${PatternName}Again` | keyof ReturnType<typeof cuesIn>;

interface ReplyReading {
  readonly signals: Signals<ReplySignal>;
  readonly words: number;
  readonly longestSentence: number;
  readonly numbers: ReadonlySet<number>;
  readonly content: ReadonlySet<string>;
}

/** Linear time; reads only the first 20,000 characters. */
export function readReply(reply: string): ReplyReading {
  const text = reply.slice(0, 20_000).replaceAll('’', "'");
  const features = replyFeatures(text);
  const lengths = features.sentences.map((sentence) => sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const matched = Object.entries(patterns).flatMap(([name, pattern]) => {
    const [first, second] = text.match(pattern) ?? [];
    return [
      [name, first],
      [`${name}Again`, second],
    ];
  });
  return {
    signals: {
      ...(Object.fromEntries(matched) as Signals<ReplySignal>),
      ...cuesIn(text, features),
    },
    words,
    longestSentence: Math.max(0, ...lengths.slice(0, 500)),
    numbers: new Set(numbersIn(text)),
    content: contentWords(text),
  };
}

function cuesIn(text: string, { affirmation, denial, doubt, encouragement, offence, questions }: ReplyFeatures) {
  // Quotations are mostly the student's, and the student may be wrong.
  const equalities = equalitiesIn(text.replace(/["“][^"“”]{1,300}["”]/g, ' … '));
  const asked = questions.map((question) => question.text);
  const [question, secondQuestion, thirdQuestion] = asked;
  return {
    ...{ affirmation, denial, doubt, encouragement, offence, question, secondQuestion, thirdQuestion },
    openQuestion: questions.find(({ level }) => level === 3)?.text,
    task: asked.find((one) => /\d/.test(one)),
    asksForThinking: asked.find((one) => asksForThinking.test(one)),
    equality: equalities[0]?.shown,
    wrongEquality: equalities.find(({ holds }) => !holds)?.shown,
  };
}

// The names, read as words, are the reasons.
type Sight = keyof ReturnType<typeof sightsOf>;

/** A reply's score on a criterion is the sum of these points. */
const points: Readonly<Record<string, Partial<Readonly<Record<Sight, number>>>>> = {
  'general.1': { holds: 0.8, holdsWhatItShows: 0.2 },
  'general.2': { takesUpWords: 0.5, staysOnTopic: 0.3, isFriendly: 0.1, fitsProfile: 0.1 },
  'general.3': { hasFollowableSentences: 0.4, hasShortSentences: 0.3, hasFitLength: 0.3 },
  'general.4': { followsInstruction: 0.3, asks: 0.3, asksOneThing: 0.2, keepsResultOpen: 0.2 },
  'challenge.1': { asksForMore: 0.5, asks: 0.2, breaksNewGround: 0.3 },
  'challenge.2': { asksOpenly: 0.5, asksForMore: 0.3, showsPattern: 0.2 },
  'challenge.3': { keepsResultOpen: 0.3, asks: 0.4, givesFoothold: 0.3 },
  'explanation.1': { givesReason: 0.7, givesReasons: 0.2 },
  'explanation.2': { givesExample: 0.6, takesUpWords: 0.3 },
  'explanation.3': { takesUpWords: 0.4, hasFollowableSentences: 0.3, explains: 0.3 },
  'modelling.1': { thinksAloud: 0.4, thinksFurther: 0.2, ordersSteps: 0.3 },
  'modelling.2': { showsPattern: 0.6, showsItsWay: 0.3 },
  'modelling.3': { handsOver: 0.6, asks: 0.3 },
  'practice.1': { posesTask: 0.6, staysOnTopic: 0.3 },
  'practice.2': { posesNewTask: 0.6, usesFewNumbers: 0.2 },
  'practice.3': { invitesCheck: 0.5, leavesTheWork: 0.4 },
  'questioning.1': { asksOpenly: 0.5, asks: 0.3, asksForThinking: 0.2 },
  'questioning.2': { asksForThinking: 0.7, keepsResultOpen: 0.2 },
  'questioning.3': { asksOneThing: 0.5, asksTwoThings: 0.3, takesUpWords: 0.3 },
  'feedback.1': { saysRight: 0.3, saysWrong: 0.3, namesPlace: 0.3 },
  'feedback.2': { namesNextStep: 0.6, asks: 0.3 },
  'feedback.3': { keepsResultOpen: 0.4, encourages: 0.3, isNotRude: 0.2 },
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
  const reading = readReply(readableText(reply));
  const seen = sightsOf(reading, compared);
  const criteria = new Map(applicableCriteria(compared.principles).map((id) => [id, scoreOn(id, seen)]));
  const sum = [...criteria.values()].reduce((total, { score }) => total + score, 0);
  const { wrongEquality, offence } = reading.signals;
  const faults = (wrongEquality === undefined ? 0 : 0.4) + (offence === undefined ? 0 : 0.5);
  return { criteria, whole: sum / Math.max(1, criteria.size) - faults };
}

function scoreOn(id: string, seen: Readonly<Record<Sight, boolean>>) {
  const earned = Object.entries(points[id] ?? {}).filter(([sight]) => seen[sight as Sight]);
  const names = earned.map(([sight]) => sight.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  const score = earned.reduce((sum, [, share]) => sum + share, 0);
  return { score: Math.min(1, score), because: names.length === 0 ? 'nothing found' : names.join(', ') };
}

function sightsOf(
  { signals, words, longestSentence, numbers, content }: ReplyReading,
  { history, persona, studentProfile, objective, instructions, grade }: ComparedReplies,
) {
  const has = (...names: readonly ReplySignal[]): boolean => names.some((name) => signals[name] !== undefined);
  const last = history.at(-1)?.content ?? '';
  const earlier = history.map(({ content: said }) => said).join('\n');
  const sharesWords = (text: string): number => shared(content, contentWords(text));
  const newNumbers = numbers.size - shared(numbers, new Set(numbersIn(earlier)));
  // Kindergarten is 0. Without a grade, the middle of K–8.
  const year = grade === undefined ? 5 : Number(/\d/.exec(grade)?.[0] ?? 0);
  const takesUp = sharesWords(last) >= 2 || shared(numbers, new Set(numbersIn(last))) >= 1;
  const followsAims = sharesWords(`${objective}\n${instructions}`) >= 2;
  const oneQuestion = has('question') && !has('secondQuestion');
  const openResult = !has('tellsAnswer');
  return {
    holds: !has('wrongEquality'),
    holdsWhatItShows: has('equality') && !has('wrongEquality'),
    takesUpWords: takesUp,
    staysOnTopic: sharesWords(earlier) >= 3 || followsAims,
    isFriendly: has('encouragement') && !has('offence'),
    fitsProfile: sharesWords(`${persona}\n${studentProfile}`) >= 1,
    // This project's rule of thumb for what a child of that grade can follow.
    hasFollowableSentences: longestSentence <= 16 + 2 * year,
    hasShortSentences: longestSentence <= 12 + year,
    hasFitLength: words >= 12 && words <= 90,
    followsInstruction: followsAims,
    asks: has('question'),
    asksOneThing: oneQuestion,
    asksTwoThings: has('secondQuestion') && !has('thirdQuestion'),
    keepsResultOpen: openResult,
    leavesTheWork: openResult && has('question'),
    asksOpenly: has('openQuestion'),
    asksForThinking: has('asksForThinking'),
    asksForMore: has('extends'),
    breaksNewGround: newNumbers > 0 || has('openQuestion'),
    showsPattern: has('pattern'),
    givesFoothold: has('foothold'),
    givesReason: has('reason'),
    givesReasons: has('reasonAgain'),
    givesExample: has('example'),
    explains: has('reason', 'example'),
    thinksAloud: has('thinksAloud'),
    thinksFurther: has('thinksAloudAgain'),
    ordersSteps: has('orderedStepAgain'),
    showsItsWay: has('thinksAloud') && has('orderedStep'),
    handsOver: has('handsOver'),
    posesTask: has('task'),
    posesNewTask: has('task') && newNumbers > 0,
    usesFewNumbers: has('task') && newNumbers <= 6,
    invitesCheck: has('selfCheck'),
    saysRight: has('affirmation'),
    saysWrong: has('denial', 'doubt'),
    namesPlace: has('affirmation', 'denial', 'doubt') && takesUp,
    namesNextStep: has('nextStep'),
    encourages: has('encouragement'),
    isNotRude: !has('offence'),
  };
}

function shared(items: ReadonlySet<unknown>, others: ReadonlySet<unknown>): number {
  return [...items].filter((item) => others.has(item)).length;
}
