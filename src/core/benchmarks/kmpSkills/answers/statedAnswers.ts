import { isQuestion } from '../../../simulation/replyFeatures';
import { sentencesOf } from '../../../benchmark/judging/replyText';

// "The answer is", "Final answer:", "Answer = ". A few words may intervene: "the answer to part a is".
const phrase =
  /\b(?:answer|result|solution)\b(?:\s(?:to|for|of|in|here|then)\b[^.?!\n:=]{0,60}?)?\s*(?:\b(?:is|are|was|equals|comes to|comes out (?:as|to)|will be|must be)\b(?:\s+(?:therefore|thus|then|indeed|exactly))?\s*:?|[:=])\s*(\S.*)/is;

/** A box, the only one of its sentence, or four hashes, or such a phrase. */
const marks = [/^[^⟦]*⟦([^⟦⟧]{0,300})⟧[^⟦]*$/, /^[^⟦]*#{4}\s*([^⟦]{1,120})/, phrase];

// Anywhere in the sentence: the answer is somebody else's, a guess, or called wrong.
const disowned =
  /\b(?:if|whether|suppose|imagine|unless|wrong|incorrect|false|not|never|your|student's|could|might|would|guess|says?|said|thought|claims?|claimed|wrote|(?:you|he|she|they)(?:'ve|'d| have| had)?(?: \w+)? (?:got|gave|put|found|answered))\b|n't\b/i;

/** What each sentence of a reply marks as the answer, in order; `undefined` for one that marks none, or disowns it. */
export function markedAnswers(plain: string): readonly (string | undefined)[] {
  const sentences = sentencesOf(plain);
  return sentences.map((sentence, index) => {
    // A sentence before it that ends in a colon belongs to it.
    const before = sentences[index - 1]?.endsWith(':') === true ? sentences[index - 1] : '';
    if (isQuestion(sentence) || disowned.test(`${before} ${sentence}`)) return undefined;
    return marks.map((mark) => mark.exec(sentence)?.[1]?.trim()).find((text) => text !== undefined);
  });
}

/** The last answer that a reply marks. */
export function statedAnswer(plain: string): string | undefined {
  return markedAnswers(plain).findLast((text) => text !== undefined);
}
