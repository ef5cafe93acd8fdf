import { replyFeatures } from '../../benchmark/judging/replyFeatures';
import { contentWords, numbersIn } from '../../benchmark/judging/replyText';
import type { Signals } from '../../simulation/decide';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';

/** Word lists, English only. `…Again` is the second time that a pattern is found. */
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
  quote: /["“][^"“”]{2,200}["”]/g,
} as const satisfies Record<string, RegExp>;

const asksForThinking =
  /\b(?:why|how (?:do|did|can|could|would) you|how come|what makes|show me|tell me (?:how|what|why|more)|walk me through|explain (?:how|why|your|what)|in your own words|what (?:do|did) you (?:think|notice|see|mean)|convince)\b/i;

type PatternName = keyof typeof patterns;

export type ReplySignal =
  | PatternName
  | `${PatternName}Again`
  | 'affirmation'
  | 'denial'
  | 'doubt'
  | 'encouragement'
  | 'offence'
  | 'question'
  | 'secondQuestion'
  | 'thirdQuestion'
  /** A question or request that asks for reasons, consequences or comparison. */
  | 'openQuestion'
  /** A question or request with numbers. */
  | 'task'
  | 'asksForThinking'
  | 'equality'
  | 'wrongEquality'
  | 'number'
  /** 40 words or more. */
  | 'long';

export interface ReplyReading {
  readonly signals: Signals<ReplySignal>;
  readonly words: number;
  /** Words in the longest sentence. */
  readonly longestSentence: number;
  readonly numbers: ReadonlySet<number>;
  readonly content: ReadonlySet<string>;
}

/** Linear in the length; looks at the first 20,000 characters only. */
export function readReply(reply: string): ReplyReading {
  const text = reply.slice(0, 20_000).replaceAll('’', "'");
  const { affirmation, denial, doubt, encouragement, offence, questions, sentences } = replyFeatures(text);
  // What is quoted is mostly the student's, and the student may be wrong.
  const equalities = equalitiesIn(text.replace(/["“][^"“”]{1,300}["”]/g, ' … '));
  const lengths = sentences.map((sentence) => sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const numbers = new Set(numbersIn(text));
  const asked = questions.map((question) => question.text);
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
      affirmation,
      denial,
      doubt,
      encouragement,
      offence,
      question: asked[0],
      secondQuestion: asked[1],
      thirdQuestion: asked[2],
      openQuestion: questions.find(({ level }) => level === 3)?.text,
      task: asked.find((question) => /\d/.test(question)),
      asksForThinking: asked.find((question) => asksForThinking.test(question)),
      equality: equalities[0]?.shown,
      wrongEquality: equalities.find(({ holds }) => !holds)?.shown,
      number: numbers.size > 0 ? 'numbers' : undefined,
      long: words >= 40 ? 'many words' : undefined,
    },
    words,
    longestSentence: Math.max(0, ...lengths.slice(0, 500)),
    numbers,
    content: contentWords(text),
  };
}
