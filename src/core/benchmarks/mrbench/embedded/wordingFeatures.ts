import { logCount, type ReplyFeature, type ReplyReading } from './replyReading';

/** Kinds of wording, as counts; the patterns read lower-case text with straight apostrophes. */
const wordings: Readonly<Record<string, readonly [about: string, pattern: RegExp]>> = {
  praise: [
    'praise',
    /\b(?:great|good|nice|excellent|wonderful|fantastic|awesome|amazing|perfect|brilliant|well done|super|proud|impressive|love)\b/g,
  ],
  effort: [
    'credit for effort',
    /\b(?:effort|(?:nice|good|great) (?:try|start|attempt|thinking|thought)|right track|close|almost|getting there|good progress|thank(?:s| you))\b/g,
  ],
  comfort: [
    'comfort',
    /\b(?:no worries|don't worry|it's (?:ok|okay|alright|all right)|that's (?:ok|okay|alright)|happens|tricky|keep (?:going|trying|it up)|you can do|you've got|you got this|glad)\b/g,
  ],
  confirmsIt: [
    'words that confirm',
    /\b(?:correct|exactly|precisely|that's right|you're right|you are right|absolutely|indeed|yes|yep|yeah|agree|makes sense)\b/g,
  ],
  deniesIt: [
    'words that deny',
    /\b(?:incorrect|wrong|mistakes?|errors?|not (?:quite|exactly|correct|right|accurate|the)|isn't|aren't|wasn't|doesn't|didn't|can't|no)\b/g,
  ],
  contrast: ['“but”, “however” or “actually”', /\b(?:but|however|actually|instead|although|though|rather)\b/g],
  misunderstanding: [
    'words for a misunderstanding',
    /\b(?:misunderst\w+|misread\w*|mix(?:ed|-?up)|confus\w+|overlook\w*|forg[eo]t\w*|miss(?:ed|ing)|slip(?:ped)?|small|little|minor|slight(?:ly)?)\b/g,
  ],
  seems: [
    'hedging',
    /\b(?:seems?|looks? like|appears?|might|may|maybe|perhaps|possibly|i think|probably|not sure|let me)\b/g,
  ],
  sorry: ['an apology', /\b(?:sorry|apolog\w+|my (?:bad|mistake)|oops)\b/g],
  letUs: ['“let’s”', /\b(?:let's|let us|lets|shall we|we can|we'll|together)\b/g],
  we: ['“we” and “our”', /\b(?:we|us|our|we're|we've)\b/g],
  you: ['“you” and “your”', /\b(?:you|your|you're|you've|yours|yourself|u)\b/g],
  i: ['“I” and “me”', /\b(?:i|i'm|i'd|i'll|i've|me|my)\b/g],
  asksForAccount: [
    'a request to explain',
    /\b(?:(?:can|could|would) you (?:please )?(?:explain|tell|show|walk|share|describe|clarify|help me)|walk me|explain (?:your|how|why|to me)|tell me (?:how|why|what|more)|show me)\b/g,
  ],
  canYou: ['“can you”', /\b(?:can|could|would|do|did|will) (?:you|we)\b/g],
  what: ['“what”', /\bwhat(?:'s)?\b/g],
  how: ['“how”', /\bhow\b/g],
  howMany: ['“how many” or “how much”', /\bhow (?:many|much|far|long|old|often|big|tall)\b/g],
  why: ['“why”', /\b(?:why|how come|reason)\b/g],
  which: ['“which”, “where” or “who”', /\b(?:which|where|who|whose)\b/g],
  ifThen: ['“if”', /\bif\b/g],
  should: ['an obligation', /\b(?:should|need to|needs to|must|have to|has to|ought|supposed to)\b/g],
  because: ['a reason', /\b(?:because|since|therefore|so that|as a result|which means|this means|that means|means)\b/g],
  sequence: ['an order of steps', /\b(?:first|then|next|step|steps|finally|after|before|start(?:ing)?|begin|now)\b/g],
  operation: [
    'names of operations',
    /\b(?:multipl\w+|add(?:ed|ing|ition)?|subtract\w*|divid\w+|division|sum|total|difference|product|calculat\w+|count\w*|convert\w*|round\w*|solve\w*|plus|minus|times)\b/g,
  ],
  hint: [
    'a hint',
    /\b(?:hint|think (?:about|of)|consider|imagine|picture|for example|for instance|example|like|as if|suppose|try (?:to|using|drawing)|draw|remember|recall|notice)\b/g,
  ],
  check: [
    'a call to check',
    /\b(?:check|double-?check|re-?check|re-?visit|re-?read|re-?consider|re-?think|re-?calculate|review|look (?:again|back|at)|take (?:another|a) look|another look|closer look|go back|are you sure|sure about|make sure|verify)\b/g,
  ],
  tryAgain: [
    '“try again”',
    /\b(?:try (?:again|it again|that again|once more|one more|another)|again|another try|one more time|give it)\b/g,
  ],
  answerIs: [
    'words that state an answer',
    /\b(?:answer(?: is|'s| would be| should be|:)|so,? (?:the|it|that|there)|which (?:is|gives|equals|would be)|gives (?:us|you)|equals?|is equal|would be|should be|you get|we get|makes? it|result)\b/g,
  ],
  answerWord: [
    'the word “answer”, “solution” or “problem”',
    /\b(?:answers?|solutions?|problem|question|total|final)\b/g,
  ],
  place: [
    'a part of the student’s work',
    /\b(?:your (?:calculation|answer|reasoning|solution|approach|step|work|thinking|explanation|understanding|equation|method)|where you|when you|you (?:said|wrote|mentioned|used|added|multiplied|divided|subtracted|calculated|assumed|started|found|got|have|did|forgot|were))\b/g,
  ],
  iSee: [
    '“I see” or “I understand”',
    /\b(?:i (?:see|understand|can see|hear|get|noticed?|appreciate|like)|i'm (?:glad|happy)|got it)\b/g,
  ],
  moveOn: [
    'a move to something else',
    /\b(?:let's move|move on|moving on|next (?:question|problem|one)|another (?:question|problem|one)|try (?:another|this one)|let's (?:try|do) (?:another|the next|one more|a)|practice|practise|keep practicing)\b/g,
  ],
  interjection: [
    'an interjection',
    /\b(?:oh|ah|hmm+|ok|okay|wow|hey|hi|hello|well|alright|all right|umm?|uh|oops|yay)\b/g,
  ],
  contraction: ['contractions', /\b[a-z]+'(?:s|re|ve|ll|d|t|m)\b/g],
  stiff: [
    'stiff wording',
    /\b(?:please|kindly|provide|proceed|ensure|utili[sz]e|it is important|correctly|approach|concept|process|specifically|additionally|in order to|accurate|accurately|determine|regarding|considering|therefore|based on|context)\b/g,
  ],
  thisThat: ['“this”, “that” and “it”', /\b(?:this|that|it|these|those)\b/g],
  only: [
    '“only”, “each”, “every” or “all”',
    /\b(?:only|each|every|all|both|per|rest|left|remaining|more|less|than|twice|half)\b/g,
  ],
  placeValue: [
    'school terms',
    /\b(?:place value|digit|ones|tens|hundreds|tenths|numerator|denominator|fraction|decimal|percent(?:age)?|angle|area|perimeter|multiple|factor|round(?:ing)?|equation|number line|variable|ratio)\b/g,
  ],
};

/** Kinds of words that a reply opens with. */
const openings: Readonly<Record<string, readonly [about: string, pattern: RegExp]>> = {
  opensWithPraise: [
    'praise',
    /^\W*(?:great|good|nice|excellent|wonderful|fantastic|awesome|perfect|well done|super|amazing|that's (?:a )?(?:great|good))\b/,
  ],
  opensWithYes: [
    'a yes',
    /^\W*(?:yes|yep|yeah|correct|right|exactly|that's (?:right|correct)|you're right|you are (?:right|correct|absolutely)|absolutely|ok|okay|alright)\b/,
  ],
  opensWithNo: [
    'a no',
    /^\W*(?:no|not|actually|almost|nearly|hmm+|unfortunately|wait|careful|incorrect|that's not|that is not|sorry)\b/,
  ],
  opensWithI: ['“I” or “it seems”', /^\W*(?:i|i'm|i'd|i've|it (?:seems|looks)|it's|there)\b/],
  opensWithYou: ['“you”', /^\W*(?:you|your|you're|you've)\b/],
  opensWithLets: ['“let’s” or “remember”', /^\W*(?:let's|let us|lets|remember|think|try|look|check|consider|now|so)\b/],
  opensWithQuestion: [
    'a question word',
    /^\W*(?:what|how|why|which|where|when|can|could|do|did|does|is|are|if|would)\b/,
  ],
};

/** Words of certain kinds: counts, and what the reply opens with. */
export const wordingFeatures: readonly ReplyFeature[] = [
  ...Object.entries(wordings).map(([id, [about, pattern]]) => ({
    id,
    high: `has ${about}`,
    low: `has no ${about.replace(/^(?:an? |the word )/, '')}`,
    value: ({ lower }: ReplyReading): number => logCount(lower.match(pattern)?.length ?? 0),
  })),
  ...Object.entries(openings).map(([id, [about, pattern]]) => ({
    id,
    high: `opens with ${about}`,
    low: `does not open with ${about}`,
    value: ({ lower }: ReplyReading): number => Number(pattern.test(lower)),
  })),
];
