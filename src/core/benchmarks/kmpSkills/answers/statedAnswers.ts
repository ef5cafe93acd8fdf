import { isQuestion } from '../../../judging/questionLevel';
import { sentencesOf } from '../../../judging/replyText';

/** A place where a reply says what its final answer is. */
export interface StatedAnswer {
  /** From the first character of the answer to the end of its sentence, in plain notation. */
  readonly text: string;
  /** `marked`: a box, or words such as "the answer is". `concluded`: the end of a calculation that the reply closes with. */
  readonly by: 'marked' | 'concluded';
}

// "The answer is", "Final answer:", "Answer = "; a few words may stand between, as in "the answer to part a is".
const phrase =
  /\b(?:final answer|answer|final result|result|solution)\b(?:\s(?:to|for|of|in|here|then)\b[^.?!\n:=]{0,60}?)?\s*(?:\b(?:is|are|was|equals|comes to|comes out (?:as|to)|will be|must be)\b(?:\s+(?:therefore|thus|then|indeed|exactly))?\s*:?|[:=])\s*/gi;

// Somebody else's answer, or one that is only thought of.
const disowned =
  /\b(?:if|whether|suppose|imagine|unless|wrong|incorrect|not|never|n't|your|student's|their|his|her|could|might|would|until|before|guess|says?|said|think|thinks|claims?|people|someone)\b/i;

const box = /⟦([^⟦⟧]{0,300})⟧/g;
const hashes = /#{4}\s*([^\n]{1,120})/g;

const takenBack =
  /\b(?:wait|actually|no,|that(?:'s| is) (?:wrong|not right)|correction|let me (?:re-?check|correct|redo)|i made a mistake)\b/i;

/**
 * What a reply in plain notation says its final answer is, in the order of the text; empty for a reply that only asks or hints.
 * Where nothing is marked as the answer, the end of the last calculation counts, provided that the reply does not go on to ask.
 */
export function statedAnswers(plain: string): readonly StatedAnswer[] {
  const found: (StatedAnswer & { readonly at: number })[] = [];
  for (const match of plain.matchAll(box)) {
    found.push({ text: (match[1] ?? '').trim(), by: 'marked', at: match.index });
  }
  for (const match of plain.matchAll(hashes)) {
    found.push({ text: (match[1] ?? '').trim(), by: 'marked', at: match.index });
  }
  let from = 0;
  for (const sentence of sentencesOf(plain)) {
    const at = plain.indexOf(sentence, from);
    from = at === -1 ? from : at + sentence.length;
    if (sentence.includes('⟦') || isQuestion(sentence)) continue;
    for (const match of sentence.matchAll(phrase)) {
      const start = match.index + match[0].length;
      if (disowned.test(sentence.slice(Math.max(0, match.index - 40), start))) continue;
      const text = sentence.slice(start).trim();
      if (text !== '') found.push({ text, by: 'marked', at: Math.max(at, 0) + match.index });
    }
  }
  found.sort((left, right) => left.at - right.at);
  const last = found.at(-1);
  if (last === undefined) return concluded(plain);
  return takenBack.test(plain.slice(last.at + last.text.length)) ? [] : found;
}

const harmlessQuestion =
  /\b(?:make sense|any (?:other )?questions?|understand|clear|would you like|anything else|shall)\b/i;

/** The right side of the last sentence with a figure, when it closes a calculation: "So 3 * 4 = 12." */
function concluded(plain: string): readonly StatedAnswer[] {
  const sentences = sentencesOf(plain).filter((sentence) => !harmlessQuestion.test(sentence));
  const last = sentences.findLast((sentence) => /\d/.test(sentence));
  if (last === undefined || sentences.some(isQuestion)) return [];
  const equals = last.lastIndexOf('=');
  if (equals !== -1) return [{ text: last.slice(equals + 1).trim(), by: 'concluded' }];
  const conclusion = /^(?:so|therefore|thus|hence|altogether|in total|that (?:makes|leaves|gives|means))\b/i.test(last);
  const figures = last.match(/[$€£]?-?\d[\d.,/]*(?:\s\d+\/\d+)?/g) ?? [];
  const [only] = figures;
  if (!conclusion || only === undefined || figures.length > 1) return [];
  // The number must have been worked out above, or it may be one of the givens.
  const bare = only.replace(/[.,]+$/, '').replace(/^[$€£]/, '');
  const workedOut = plain
    .split('=')
    .slice(1)
    .some((side) =>
      side
        .trimStart()
        .replace(/^[$€£]/, '')
        .startsWith(bare),
    );
  return workedOut ? [{ text: last.slice(last.indexOf(only)).trim(), by: 'concluded' }] : [];
}
