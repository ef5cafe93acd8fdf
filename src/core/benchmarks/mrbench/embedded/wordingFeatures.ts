import { isQuestion } from '../../../simulation/replyFeatures';
import { type Found, logCount, type Measures, type ReplyReading } from './replyReading';

const shapes = {
  characters: ({ text }) => logCount(text.length),
  sentences: ({ features }) => features.sentences,
  sentenceLength: ({ text, features }) => logCount(text.length / Math.max(1, features.sentences.length)),
  wordLength: ({ tokens, text }) => text.length / (1 + tokens.length),
  questionMarks: ({ text }) => text.match(/\?/g),
  exclamations: ({ text }) => text.match(/!/g),
  quotations: ({ text }) => text.match(/"/g),
  commas: ({ text }) => text.match(/,/g),
  dots: ({ text }) => text.match(/\.{3}|…/g),
  brackets: ({ text }) => text.match(/\(/g),
  lines: ({ text }) => text.match(/\n/g),
  markup: ({ text }) => text.match(/^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d+[.)]|#+)\s|\*\*|\\\(|\\\[|\$\$/gm),
  endsAsking: ({ features }) => isQuestion(features.sentences.at(-1) ?? ''),
  startsAsking: ({ features }) => isQuestion(features.sentences[0] ?? ''),
  unfinished: ({ text }) => !/[.!?:…]["')\]*]*$/.test(text),
  lowerCaseStart: ({ text }) => /^["']?\p{Ll}/u.test(text),
  looseForm: ({ text }) => text.match(/\s[,.?!]|[,.?!]{2}|\bi\b|\s{2}|[a-z][.?!][A-Z]/g),
  speakerLabel: ({ text }) => /^"?\s*(?:tutor|teacher)\s*:/i.test(text),
  quotedWhole: ({ text }) => /^".*"$/s.test(text),
  digits: ({ text }) => text.match(/\d/g),
  signs: ({ text }) => text.match(/[=+*×÷/%]/g),
} satisfies Measures;

/** Counts of phrases. The patterns expect lower case with straight apostrophes. */
const wordings = measured(
  {
    praise:
      /\b(?:great|good|nice|excellent|wonderful|fantastic|awesome|amazing|perfect|brilliant|well done|super|proud|impressive|love)\b/g,
    effort:
      /\b(?:effort|(?:nice|good|great) (?:try|start|attempt|thinking|thought)|right track|close|almost|getting there|good progress|thank(?:s| you))\b/g,
    comfort:
      /\b(?:no worries|don't worry|it's (?:ok|okay|alright|all right)|that's (?:ok|okay|alright)|happens|tricky|keep (?:going|trying|it up)|you can do|you've got|you got this|glad)\b/g,
    confirmsIt:
      /\b(?:correct|exactly|precisely|that's right|you're right|you are right|absolutely|indeed|yes|yep|yeah|agree|makes sense)\b/g,
    deniesIt:
      /\b(?:incorrect|wrong|mistakes?|errors?|not (?:quite|exactly|correct|right|accurate|the)|isn't|aren't|wasn't|doesn't|didn't|can't|no)\b/g,
    contrast: /\b(?:but|however|actually|instead|although|though|rather)\b/g,
    misunderstanding:
      /\b(?:misunderst\w+|misread\w*|mix(?:ed|-?up)|confus\w+|overlook\w*|forg[eo]t\w*|miss(?:ed|ing)|slip(?:ped)?|small|little|minor|slight(?:ly)?)\b/g,
    seems: /\b(?:seems?|looks? like|appears?|might|may|maybe|perhaps|possibly|i think|probably|not sure|let me)\b/g,
    sorry: /\b(?:sorry|apolog\w+|my (?:bad|mistake)|oops)\b/g,
    letUs: /\b(?:let's|let us|lets|shall we|we can|we'll|together)\b/g,
    we: /\b(?:we|us|our|we're|we've)\b/g,
    you: /\b(?:you|your|you're|you've|yours|yourself|u)\b/g,
    i: /\b(?:i|i'm|i'd|i'll|i've|me|my)\b/g,
    asksForAccount:
      /\b(?:(?:can|could|would) you (?:please )?(?:explain|tell|show|walk|share|describe|clarify|help me)|walk me|explain (?:your|how|why|to me)|tell me (?:how|why|what|more)|show me)\b/g,
    canYou: /\b(?:can|could|would|do|did|will) (?:you|we)\b/g,
    what: /\bwhat(?:'s)?\b/g,
    how: /\bhow\b/g,
    howMany: /\bhow (?:many|much|far|long|old|often|big|tall)\b/g,
    why: /\b(?:why|how come|reason)\b/g,
    which: /\b(?:which|where|who|whose)\b/g,
    ifThen: /\bif\b/g,
    should: /\b(?:should|need to|needs to|must|have to|has to|ought|supposed to)\b/g,
    because: /\b(?:because|since|therefore|so that|as a result|which means|this means|that means|means)\b/g,
    sequence: /\b(?:first|then|next|step|steps|finally|after|before|start(?:ing)?|begin|now)\b/g,
    operation:
      /\b(?:multipl\w+|add(?:ed|ing|ition)?|subtract\w*|divid\w+|division|sum|total|difference|product|calculat\w+|count\w*|convert\w*|round\w*|solve\w*|plus|minus|times)\b/g,
    hint: /\b(?:hint|think (?:about|of)|consider|imagine|picture|for example|for instance|example|like|as if|suppose|try (?:to|using|drawing)|draw|remember|recall|notice)\b/g,
    check:
      /\b(?:check|double-?check|re-?check|re-?visit|re-?read|re-?consider|re-?think|re-?calculate|review|look (?:again|back|at)|take (?:another|a) look|another look|closer look|go back|are you sure|sure about|make sure|verify)\b/g,
    tryAgain:
      /\b(?:try (?:again|it again|that again|once more|one more|another)|again|another try|one more time|give it)\b/g,
    answerIs:
      /\b(?:answer(?: is|'s| would be| should be|:)|so,? (?:the|it|that|there)|which (?:is|gives|equals|would be)|gives (?:us|you)|equals?|is equal|would be|should be|you get|we get|makes? it|result)\b/g,
    answerWord: /\b(?:answers?|solutions?|problem|question|total|final)\b/g,
    place:
      /\b(?:your (?:calculation|answer|reasoning|solution|approach|step|work|thinking|explanation|understanding|equation|method)|where you|when you|you (?:said|wrote|mentioned|used|added|multiplied|divided|subtracted|calculated|assumed|started|found|got|have|did|forgot|were))\b/g,
    iSee: /\b(?:i (?:see|understand|can see|hear|get|noticed?|appreciate|like)|i'm (?:glad|happy)|got it)\b/g,
    moveOn:
      /\b(?:let's move|move on|moving on|next (?:question|problem|one)|another (?:question|problem|one)|try (?:another|this one)|let's (?:try|do) (?:another|the next|one more|a)|practice|practise|keep practicing)\b/g,
    interjection: /\b(?:oh|ah|hmm+|ok|okay|wow|hey|hi|hello|well|alright|all right|umm?|uh|oops|yay)\b/g,
    contraction: /\b[a-z]+'(?:s|re|ve|ll|d|t|m)\b/g,
    stiff:
      /\b(?:please|kindly|provide|proceed|ensure|utili[sz]e|it is important|correctly|approach|concept|process|specifically|additionally|in order to|accurate|accurately|determine|regarding|considering|therefore|based on|context)\b/g,
    thisThat: /\b(?:this|that|it|these|those)\b/g,
    only: /\b(?:only|each|every|all|both|per|rest|left|remaining|more|less|than|twice|half)\b/g,
    placeValue:
      /\b(?:place value|digit|ones|tens|hundreds|tenths|numerator|denominator|fraction|decimal|percent(?:age)?|angle|area|perimeter|multiple|factor|round(?:ing)?|equation|number line|variable|ratio)\b/g,
  },
  (lower, pattern) => lower.match(pattern),
);

const openings = measured(
  {
    opensWithPraise:
      /^\W*(?:great|good|nice|excellent|wonderful|fantastic|awesome|perfect|well done|super|amazing|that's (?:a )?(?:great|good))\b/,
    opensWithYes:
      /^\W*(?:yes|yep|yeah|correct|right|exactly|that's (?:right|correct)|you're right|you are (?:right|correct|absolutely)|absolutely|ok|okay|alright)\b/,
    opensWithNo:
      /^\W*(?:no|not|actually|almost|nearly|hmm+|unfortunately|wait|careful|incorrect|that's not|that is not|sorry)\b/,
    opensWithI: /^\W*(?:i|i'm|i'd|i've|it (?:seems|looks)|it's|there)\b/,
    opensWithYou: /^\W*(?:you|your|you're|you've)\b/,
    opensWithLets: /^\W*(?:let's|let us|lets|remember|think|try|look|check|consider|now|so)\b/,
    opensWithQuestion: /^\W*(?:what|how|why|which|where|when|can|could|do|did|does|is|are|if|would)\b/,
  },
  (lower, pattern) => pattern.test(lower),
);

/** Features of the reply alone. The rule-based judges share these phrase lists. */
export const wordingMeasures = {
  ...shapes,
  ...wordings,
  ...openings,
  'phrase.denial': ({ features }) => features.denial,
  'phrase.doubt': ({ features }) => features.doubt,
  'phrase.affirmation': ({ features }) => features.affirmation,
  'phrase.encouragement': ({ features }) => features.encouragement,
  'phrase.scaffold': ({ features }) => features.scaffold,
  'phrase.followingStep': ({ features }) => features.moveOn,
  'phrase.affirmsAndDenies': ({ features }) => features.affirmation !== undefined && features.denial,
  asks: ({ features }) => features.questions,
  deepestQuestion: ({ features }) => Math.max(0, ...features.questions.map(({ level }) => level)),
  lightestQuestion: ({ features: { questions } }) =>
    questions.length === 0 ? 0 : Math.min(...questions.map(({ level }) => level)),
} satisfies Measures;

function measured<Id extends string>(
  patterns: Readonly<Record<Id, RegExp>>,
  find: (lower: string, pattern: RegExp) => Found,
): Record<Id, (reading: ReplyReading) => Found> {
  const measures = Object.entries<RegExp>(patterns).map(([id, pattern]) => [
    id,
    ({ lower }: ReplyReading) => find(lower, pattern),
  ]);
  return Object.fromEntries(measures) as Record<Id, (reading: ReplyReading) => Found>;
}
