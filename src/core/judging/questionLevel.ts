import { sentencesOf } from './replyText';

/**
 * How much thinking a question to the student asks for (GuideEval's levels): 1 recall or confirmation, 2 one or two
 * operations, 3 reasons, consequences, comparison, transfer.
 */
export type QuestionLevel = 1 | 2 | 3;

export interface Question {
  readonly text: string;
  readonly level: QuestionLevel;
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

/** The level of one question by its wording alone. */
function levelOfQuestion(question: string): QuestionLevel {
  // Quoted words are the student's or the problem's: “why” in them asks for nothing.
  const unquoted = question.replace(/["“][^"“”]{1,200}["”]/g, '…');
  const text = unquoted.toLowerCase().replaceAll('’', "'");
  if (deep.some((pattern) => pattern.test(text))) return 3;
  // The clause that asks comes last: "You have 4 euro left, right?"
  const asking =
    text
      .split(/[:;,–—]\s+/)
      .at(-1)
      ?.trim() ?? text;
  if (recall.test(text) && !/\b(?:calculate|compute|work out|solve|do you get)\b/.test(text)) return 1;
  if (operation.test(text)) return 2;
  return yesNo.test(asking) || yesNo.test(text) ? 1 : 2;
}

const request =
  /^(?:(?:now|so|then|next|please|first|and|ok(?:ay)?|good|great|right|let's see)[,:]? )*(?:try(?: to)?|calculate|compute|work out|solve|write|tell me|explain|describe|show me|find|give me|think about|check|look (?:again|back)|draw|sketch|compare|list|name|put|add|subtract|multiply|divide|substitute|have (?:a|another) (?:go|look))\b/i;

const ownAnswer =
  /^(?:because|well, (?:it|that)|it(?: is|'s) |that(?: is|'s) |the answer|yes\b|no\b|exactly|simple|easy|in fact|as it)/i;
const quoted = /^["“«‘'].*["”»’'][.!?]*$/s;

/** Whether a sentence ends in a question mark, closing quotation marks, brackets and emphasis aside. */
export function isQuestion(sentence: string): boolean {
  return /\?["'”’»)\]*_]*$/.test(sentence);
}

/**
 * What a reply asks of the student, requests ("Work out …") included. Left out: questions the tutor answers itself in the
 * next sentence, and questions that are only quoted.
 */
export function questionsOf(reply: string): readonly Question[] {
  const sentences = sentencesOf(reply);
  return sentences.flatMap((text, index) => {
    const asks = isQuestion(text);
    if (!asks && !request.test(text)) return [];
    const answered = asks && ownAnswer.test(sentences[index + 1]?.replaceAll('’', "'") ?? '');
    return answered || quoted.test(text) ? [] : [{ text, level: levelOfQuestion(text) }];
  });
}

/** The highest level a reply reaches; 0 when it asks nothing. */
export function elicitationLevel(reply: string): 0 | QuestionLevel {
  return questionsOf(reply).reduce<0 | QuestionLevel>((highest, { level }) => (level > highest ? level : highest), 0);
}
