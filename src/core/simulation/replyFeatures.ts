import { sentencesOf } from '../benchmark/judging/replyText';

interface Question {
  readonly text: string;
  /** GuideEval levels: 1 recall or confirm; 2 one or two operations; 3 reason, compare, predict or transfer. */
  readonly level: 1 | 2 | 3;
}

const deep = [
  /\bwhy\b/,
  /\bwhat (?:if|would happen|will happen|happens|changes|would change)\b/,
  /\bhow (?:would|will|does|do|could) [^?]{0,200}\b(?:change|differ|affect|depend|compare|relate)\b/,
  /\bif [^?]{0,200}\b(?:doubled?|halved|tripled|instead|were|was|changed|twice|removed)\b/,
  /\b(?:compare|differen(?:ce|t) (?:between|from)|in common|convince|justify|prove|predict|generali[sz]e|pattern|conclude)\b/,
  /\b(?:another|different|second|simpler|shorter|quicker) (?:way|method|route|approach)\b/,
  /\b(?:always|in general|every (?:time|case)|any (?:number|case|other)|still (?:hold|work|be true))\b/,
  /\bhow (?:do|can|could|would) (?:you|we) (?:know|be sure|tell|explain|show that|convince|check)\b/,
  /\bwhat (?:follows|does (?:that|this|it) tell|makes)\b/,
  /\b(?:counter-?example|exception|own example|make up)\b/,
];

const operation =
  /\b(?:calculate|compute|work(?:s|ed)? out|solve|substitute|simplify|expand|add|subtract|multiply|divide|find|write (?:down|out)|plug|put|convert|draw|sketch|rearrange|count|set up|how (?:much|many|far|long|fast|big|large|old|tall|heavy)|do you get|comes? out|is left|equals?)\b/;

const recall =
  /\b(?:remember|recall|given|name|called|call|stands? for|formula|definition|define|unit|clear|make sense|ready|follow|agree|happy|heard|which (?:part|word|numbers?|quantit(?:y|ies)|of)|what does .{1,60} mean|looking for|asking for)\b/;

const yesNo =
  /^(?:and |so |now |ok(?:ay)?,? |then )*(?:is|are|was|were|do|does|did|has|have|can|could|will|would|should|shall|isn't|aren't|doesn't|don't|right|okay|ok|yes)\b/;

function levelOfQuestion(question: string): Question['level'] {
  // Quoted words come from the student or the problem, so “why” in them asks nothing.
  const unquoted = question.replace(/["“][^"“”]{1,200}["”]/g, '…');
  const text = unquoted.toLowerCase().replaceAll('’', "'");
  if (deep.some((pattern) => pattern.test(text))) return 3;
  // The asking clause comes last: "You have 4 euro left, right?"
  const clause = (text.split(/[:;,–—]\s+/).at(-1) ?? text).trim();
  if (recall.test(text) && !/\b(?:calculate|compute|work out|solve|do you get)\b/.test(text)) return 1;
  if (operation.test(text)) return 2;
  return yesNo.test(clause) || yesNo.test(text) ? 1 : 2;
}

const request =
  /^(?:(?:now|so|then|next|please|first|and|ok(?:ay)?|good|great|right|let's see)[,:]? )*(?:try(?: to)?|calculate|compute|work out|solve|write|tell me|explain|describe|show me|find|give me|think about|check|look (?:again|back)|draw|sketch|compare|list|name|put|add|subtract|multiply|divide|substitute|have (?:a|another) (?:go|look))\b/i;

const ownAnswer =
  /^(?:because|well, (?:it|that)|it(?: is|'s) |that(?: is|'s) |the answer|yes\b|no\b|exactly|simple|easy|in fact|as it)/i;
const quoted = /^["“«‘'].*["”»’'][.!?]*$/s;

export function isQuestion(sentence: string): boolean {
  return /\?["'”’»)\]*_]*$/.test(sentence);
}

/** Includes requests ("Work out …"). Leaves out quoted questions and those the tutor answers in the next sentence. */
export function questionsOf(reply: string): readonly Question[] {
  const sentences = sentencesOf(reply);
  return sentences.flatMap((text, index) => {
    const asks = isQuestion(text);
    if (!asks && !request.test(text)) return [];
    const answered = asks && ownAnswer.test(sentences[index + 1]?.replaceAll('’', "'") ?? '');
    return answered || quoted.test(text) ? [] : [{ text, level: levelOfQuestion(text) }];
  });
}

export function elicitationLevel(reply: string): number {
  return Math.max(0, ...questionsOf(reply).map(({ level }) => level));
}

const denial =
  /\b(?:not (?:quite|exactly|yet|right|correct|what)|(?:isn't|is not|aren't|wasn't|are not) (?:quite |yet |actually )?(?:right|correct|it|there|true|so|what)|incorrect|wrong|mistaken?|(?:a|one|the|small|little|some) (?:mistake|slip|error|mix-?up)|slipped|mixed up|(?:does not|doesn't|do not|don't|cannot|can't) (?:quite )?(?:be right|be correct|match|fit|work|add up|agree|hold)|unfortunately|too (?:big|small|large|high|low|many|few|much)|(?:isn't|is not|not) the (?:right |correct )?(?:answer|result|value|one|way)|(?:could|would|can) not be (?:true|right)|i (?:do not|don't) (?:quite )?agree)\b/i;
const denialStart =
  /^(?:actually,? )?(?:no\b(?!\s+(?:problem|worries|rush|need|hurry|matter|doubt|one))|(?:almost|nearly|not quite)(?=[,.!:–—]| but))/i;
const notADenial =
  /\b(?:no|not a|nothing|without|isn't|never|any|avoid) (?:single )?(?:mistakes?|errors?|wrong|slips?)\b|\bnot wrong\b|\b(?:common|typical|classic) (?:mistake|slip|error)\b|\b(?:go|goes|going) wrong if\b|\bwrong with\b.{0,200}\?|\bwhat (?:would|could|might) (?:be|go) wrong\b/i;

const affirmation =
  /\b(?:that(?:'s| is) (?:right|correct|it|true|exactly|spot on|the right|a correct)|(?:is|are|was) (?:right|correct|spot on|exactly right|quite right|absolutely right)|you(?:'re| are) (?:right|correct|absolutely right|quite right|spot on)|you(?:'ve| have)? (?:got|nailed|worked) (?:it|that) (?:right|out|correctly)?|correct|exactly|precisely|spot on|perfect|well done|absolutely|i agree|(?:great|good|nice|excellent|lovely|super|fine) (?:job|work|answer|reasoning)|excellent|bravo)\b/i;
const affirmationStart =
  /^(?:yes|yep|right|good|great|nice|indeed|brilliant|super|wonderful|agreed)(?=[\s,.!;:–—-]|$)(?!\s+(?:try|effort|start|question|attempt|idea|that you|to|thinking|now|let))/i;
const notAnAffirmation =
  /\b(?:not|isn't|n't|never|almost|nearly|partly|close to|half) (?:\w+ ){0,2}(?:right|correct|it|exactly|perfect|true|there)\b|\bincorrect\b|\b(?:if|whether|until|unless|sure|check|is|was) (?:that|this|it|your \w+)?\s?(?:is|was|'s)?\s?(?:right|correct|true)\b.{0,200}\?|\bthe (?:right|correct) (?:answer|value|result)\b|\bexactly (?:is|does|do|are|which|what|where)\b|\b(?:what|which|where|how|why|when)\b[^,.!?]{0,200} exactly\b/i;

const doubt =
  /\b(?:check|double-?check|verify|look (?:again|back|closely|once more)|(?:another|closer|second|careful|fresh) look|think (?:again|carefully|once more|twice)|try (?:again|once more|it again|that again|another)|once more|go(?:ing)? back|revisit|reconsider|re-?read|are you sure|sure about|recalculate|recount|hmm+|careful|wonder|hold on|wait|not sure|how did you (?:get|come|arrive))\b/i;

const encouragement =
  /\b(?:well done|(?:great|good|nice|excellent|lovely|brave|honest) (?:try|effort|start|attempt|question|idea|job|work|thinking|answer|going|point|reasoning)|keep (?:going|it up|at it)|you can (?:do|get)|you(?:'re| are) (?:close|nearly|almost|on (?:the right|a good)|doing)|don't worry|no (?:worries|problem)|that(?:'s| is) (?:okay|ok|fine|all right|a good|great|normal)|thank(?:s| you)|glad|happy to|happens to|great|excellent|perfect|wonderful|brilliant|proud|nice|good|welcome)\b/i;

const offence =
  /\b(?:stupid|dumb|idiot|idiotic|lazy|hopeless|ridiculous|pathetic|shut up|useless|nonsense|how can you not|even a child|silly|embarrassing|obviously you)\b/i;

const scaffold =
  /\b(?:for (?:example|instance)|example|imagine|picture|think of|suppose|say you|like a|as if|just like|in other words|put differently|means|is called|we call|remember that|recall that|by definition|break (?:it|this|that)|in (?:small|two|three) (?:steps|parts|pieces)|piece by piece|first(?:ly)?,|step by step|start (?:with|from|small)|smaller (?:numbers|case)|easier (?:numbers|case)|simpler|hint|the idea is|because|notice that|draw|sketch)\b/i;

const unclear =
  /\b(?:(?:which|what) (?:part|bit|word|step|piece|exactly|of it)[^?]{0,200}(?:unclear|confus|stuck|lost|puzzl|trouble|difficult|hard|not clear|bother)|where (?:exactly )?(?:did|do|does|are) (?:you|it)[^?]{0,200}(?:lose|lost|stuck|unclear|stop|confus)|what (?:is|'s) (?:unclear|confusing|not clear|puzzling))/i;

const moveOn =
  /\b(?:next|now (?:we|you|that|use|take|try|let|for|comes|what|how)|move on|moving on|let(?:'s| us) (?:go on|continue|move|go further|use)|(?:with|from) (?:that|this)|go on|carry on|continue|following step|so (?:we|you) can|then|one step further|the answer is|in conclusion|to sum up|finally|(?:the|a) (?:answer|result|solution) (?:is|reads|for you)|comes out|one gets|(?:is|looking for is) this:|it is [^ ]{1,20}\.$)\b/i;

type PhraseKind =
  'affirmation' | 'denial' | 'doubt' | 'encouragement' | 'offence' | 'scaffold' | 'asksWhatIsUnclear' | 'moveOn';

interface ReplyFeatures extends Readonly<Record<PhraseKind, string | undefined>> {
  readonly sentences: readonly string[];
  readonly questions: readonly Question[];
}

/** English phrases as they occur in the reply's first 20,000 characters; `undefined` if not found. Linear time. */
export function replyFeatures(reply: string): ReplyFeatures {
  const sentences = sentencesOf(reply).map((sentence) => sentence.replaceAll('’', "'"));
  const first = (pattern: RegExp, start?: RegExp, exempt?: RegExp): string | undefined => {
    for (const sentence of sentences) {
      // Quotations come from the student or an earlier turn, so they are not the tutor's judgement.
      const own = sentence.replace(/["“][^"“”]{0,300}["”]/g, '…');
      const found = start?.exec(own) ?? pattern.exec(own);
      if (found !== null && !(exempt?.test(own) ?? false)) return found[0].trim();
    }
    return undefined;
  };
  return {
    sentences,
    questions: questionsOf(reply),
    /** Openly accepts the student's answer. */
    affirmation: first(affirmation, affirmationStart, notAnAffirmation),
    denial: first(denial, denialStart, notADenial),
    /** Asks to check or think again; casts doubt without denying. */
    doubt: first(doubt),
    /** Praise, comfort or support, whether or not the answer was right. */
    encouragement: first(encouragement),
    offence: first(offence),
    /** Adds something concrete: an example, a picture, a definition, a first step, a smaller case. */
    scaffold: first(scaffold),
    asksWhatIsUnclear: first(unclear),
    moveOn: first(moveOn),
  };
}
