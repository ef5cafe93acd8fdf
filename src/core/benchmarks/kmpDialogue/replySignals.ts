import type { Question } from '../../judging/questionLevel';
import { replyFeatures } from '../../judging/replyFeatures';
import { contentWords, numbersIn } from '../../judging/replyText';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';

/** What the simulated judge finds in one reply; counts and flags by word lists, English only. */
export interface ReplySignals {
  readonly words: number;
  /** Words in the longest sentence. */
  readonly longestSentence: number;
  readonly questions: readonly Question[];
  /** Questions and requests that ask for reasons, consequences or comparison. */
  readonly open: number;
  /** Asks how the student thinks: why, how do you know, show me. */
  readonly asksForThinking: boolean;
  readonly affirmation: boolean;
  readonly denial: boolean;
  readonly doubt: boolean;
  readonly encouragement: boolean;
  readonly offence: boolean;
  /** Gives reasons: because, so that, since, means. */
  readonly reasons: number;
  /** An example or a picture from life. */
  readonly example: boolean;
  /** Says what to do next. */
  readonly nextStep: boolean;
  /** Thinks aloud in the first person. */
  readonly thinksAloud: number;
  /** Steps that are named in order. */
  readonly orderedSteps: number;
  /** States what holds beyond this case. */
  readonly pattern: boolean;
  /** Hands over to the student. */
  readonly handsOver: boolean;
  /** Poses a task: a question or request with numbers of its own. */
  readonly task: boolean;
  /** Asks for a check by the student. */
  readonly selfCheck: boolean;
  /** Takes the matter further: what if, harder, another way. */
  readonly extends: boolean;
  /** Offers something to hold on to: a hint, a start, a smaller case. */
  readonly foothold: boolean;
  /** Names a result in an answering phrase. */
  readonly tellsAnswer: boolean;
  readonly equalities: number;
  readonly wrongEqualities: number;
  readonly numbers: ReadonlySet<number>;
  readonly content: ReadonlySet<string>;
  readonly quotes: boolean;
}

const asksForThinking =
  /\b(?:why|how (?:do|did|can|could|would) you|how come|what makes|show me|tell me (?:how|what|why|more)|walk me through|explain (?:how|why|your|what)|in your own words|what (?:do|did) you (?:think|notice|see|mean)|convince)\b/i;
const reasons =
  /\b(?:because|since|so that|that is why|that's why|the reason|means|therefore|which is why|as each|as every)\b/gi;
const example =
  /\b(?:for example|for instance|imagine|picture|think of|suppose|say you|like (?:a|an|the|when|cutting|sharing)|draw|sketch|number line|just as)\b/i;
const nextStep =
  /\b(?:next|try|start (?:with|by|from)|first,|now (?:try|look|use|check|you|write|draw|count)|go back to|look (?:again )?at|write|draw|count|compare|fold|use)\b/i;
const thinksAloud =
  /\b(?:i (?:ask myself|look|think|start|begin|see|notice|want|know|check|write|first|then|say|try|wonder|would|can|tell myself|keep|draw|split|count)|i'm (?:thinking|looking|asking)|my first thought|thinking aloud|think aloud|let me (?:show|think|try|do))\b/gi;
const orderedSteps = /\b(?:first|then|next|after that|finally|second|third|step \d|last)\b/gi;
const pattern =
  /\b(?:every time|always|whenever|any (?:number|fraction|time|problem)|in general|the same (?:way|idea|trick|plan|thing|steps?)|works (?:for|with|whenever)|pattern|rule|each time|other problems?|no matter)\b/i;
const handsOver =
  /\b(?:your turn|now you|you try|try (?:it|the same|this|that|one|with)|have a go|can you (?:do|try|use)|over to you|do the same|how would you)\b/i;
const selfCheck =
  /\b(?:check|how (?:can|could|will|would|do) you (?:know|tell|be sure|test|see)|make sure|prove|test (?:it|your)|see (?:if|whether)|does (?:it|that|your answer) (?:fit|make sense))\b/i;
const extension =
  /\b(?:what (?:if|would (?:happen|change))|what happens|harder|trickier|further|another way|different way|challenge|without (?:counting|drawing|a)|biggest|smallest|as many|instead of|could there be|is it always|does (?:it|that|your \w+) (?:always|still) work|your own|invent|make up|puzzle)\b/i;
const foothold =
  /\b(?:hint|start (?:with|by|from|small)|begin (?:with|by)|you could|might help|it may help|think about|think of|remember|use (?:your|the|what)|draw|table|number line|smaller|if you get stuck|first)\b/i;
const tellsAnswer =
  /\b(?:the (?:right |correct )?(?:answer|result|solution) (?:is|would be|comes to)|so (?:it|that|this) (?:is|makes|gives)|(?:that|which|it) (?:makes|gives|leaves)|(?:you|we) get)\s(?!not\b)[^.?!\n]{0,30}\d/i;

/** Reads one reply. Linear in its length; looks at the first 20,000 characters only. */
export function replySignals(reply: string): ReplySignals {
  const text = reply.slice(0, 20_000).replaceAll('’', "'");
  const features = replyFeatures(text);
  const { sentences, questions } = features;
  const asked = questions.map((question) => question.text).join('\n');
  // What is quoted is mostly the student's, and the student may be wrong.
  const equalities = equalitiesIn(text.replace(/["“][^"“”]{1,300}["”]/g, ' … '));
  const lengths = sentences.map((sentence) => wordCount(sentence));
  return {
    words: lengths.reduce((sum, length) => sum + length, 0),
    longestSentence: Math.max(0, ...lengths.slice(0, 500)),
    questions,
    open: questions.filter(({ level }) => level === 3).length,
    asksForThinking: asksForThinking.test(asked),
    affirmation: features.affirmation !== undefined,
    denial: features.denial !== undefined,
    doubt: features.doubt !== undefined,
    encouragement: features.encouragement !== undefined,
    offence: features.offence !== undefined,
    reasons: count(text, reasons),
    example: example.test(text),
    nextStep: nextStep.test(text),
    thinksAloud: count(text, thinksAloud),
    orderedSteps: count(text, orderedSteps),
    pattern: pattern.test(text),
    handsOver: handsOver.test(text),
    task: /\d/.test(asked),
    selfCheck: selfCheck.test(text),
    extends: extension.test(text),
    foothold: foothold.test(text),
    tellsAnswer: tellsAnswer.test(text),
    equalities: equalities.length,
    wrongEqualities: equalities.filter(({ holds }) => !holds).length,
    numbers: new Set(numbersIn(text)),
    content: contentWords(text),
    quotes: /["“][^"“”]{2,200}["”]/.test(text),
  };
}

function wordCount(sentence: string): number {
  return sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function count(text: string, patternToCount: RegExp): number {
  return text.match(patternToCount)?.length ?? 0;
}
