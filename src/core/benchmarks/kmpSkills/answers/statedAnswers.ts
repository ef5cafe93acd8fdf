import { isQuestion } from '../../../simulation/replyFeatures';
import { sentencesOf } from '../../../benchmark/judging/replyText';

// "The answer is", "Final answer:", "Answer = ". A few words may intervene: "the answer to part a is".
const phrase =
  /\b(?:final answer|answer|final result|result|solution)\b(?:\s(?:to|for|of|in|here|then)\b[^.?!\n:=]{0,60}?)?\s*(?:\b(?:is|are|was|equals|comes to|comes out (?:as|to)|will be|must be)\b(?:\s+(?:therefore|thus|then|indeed|exactly))?\s*:?|[:=])\s*/gi;

// Anywhere in the sentence: the answer is somebody else's, a guess, or called wrong.
const disowned =
  /\b(?:if|whether|suppose|imagine|unless|wrong|incorrect|false|not|never|your|student's|could|might|would|guess|says?|said|thought|claims?|claimed|wrote|(?:you|he|she|they)(?:'ve|'d| have| had)?(?: \w+)? (?:got|gave|put|found|answered))\b|n't\b/i;

const box = /⟦([^⟦⟧]{0,300})⟧/g;
const hashes = /#{4}\s*([^\n]{1,120})/g;

const takenBack =
  /\b(?:wait|actually|no,|wrong|incorrect|false|mistaken?|not (?:quite |yet )?(?:right|correct|true|it)|correction|oops|sorry|hold on|(?:is|was)n't|(?:try|look|check|count) (?:it |that |this |once )?again|let me (?:re-?check|correct|redo)|leave (?:that|it|this) to you)\b/i;

// Words and questions after the answer that leave it open. Wide on purpose: a judge then reads the reply.
const doubted =
  /\b(?:no|hmm+|h?mm|um+|sure|unsure|doubts?|doubtful|maybe|perhaps|might|could|should|would be|can['’]?(?:t|not)\b|second thought|scratch|strike|ignore|rather|instead|however|or (?:is|was) it|(?:double|re)-?check|recompute|redo|too (?:big|small|large|low|high|much|many|few))\b|(?:^|[.!?]\s+)but\b/i;

function isDoubted(after: string): boolean {
  if (takenBack.test(after)) return true;
  return sentencesOf(after).some(
    (sentence) => !harmlessQuestion.test(sentence) && (isQuestion(sentence) || doubted.test(sentence)),
  );
}

/**
 * Each from its first character to the end of its sentence, in text order. Without a marked answer, the last
 * calculation's result counts, unless the reply then asks.
 */
export function statedAnswers(plain: string): readonly string[] {
  return markedAnswers(plain) ?? concluded(plain);
}

/** Those in a box, or after words such as "the answer is"; undefined without any, empty if they are doubted later. */
export function markedAnswers(plain: string): readonly string[] | undefined {
  const found: PlacedAnswer[] = [...bracketed(plain, box), ...bracketed(plain, hashes)];
  let from = 0;
  let introduction = '';
  for (const sentence of sentencesOf(plain)) {
    const at = plain.indexOf(sentence, from);
    from = at === -1 ? from : at + sentence.length;
    const before = introduction;
    introduction = sentence.endsWith(':') ? sentence : '';
    if (sentence.includes('⟦') || isQuestion(sentence)) continue;
    for (const { index, 0: words } of sentence.matchAll(phrase)) {
      const start = index + words.length;
      if (disowned.test(`${before} ${sentence.slice(0, start)}`)) continue;
      const text = sentence.slice(start).trim();
      const offset = Math.max(at, 0);
      if (text === '' || takenBack.test(text)) continue;
      found.push({ text, at: offset + index, end: offset + sentence.length });
    }
  }
  found.sort((left, right) => left.at - right.at);
  const last = found.at(-1);
  if (last === undefined) return undefined;
  return isDoubted(plain.slice(last.end)) ? [] : found.map(({ text }) => text);
}

interface PlacedAnswer {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Skips sentences that ask, or that say the answer is somebody else's. */
function bracketed(plain: string, pattern: RegExp): readonly PlacedAnswer[] {
  return [...plain.matchAll(pattern)].flatMap(({ index: at, 0: whole, 1: text = '' }): PlacedAnswer[] => {
    const end = at + whole.length;
    const above = plain.slice(Math.max(0, at - contextRead), at);
    // The line above belongs to it if it ends in a colon.
    const own = above.trimEnd().endsWith(':') ? above.trimEnd() : (above.split('\n').at(-1) ?? '');
    const before = own.split(/[.!?]\s|\n/).at(-1) ?? '';
    const after = /^[^\n.!?]*[.!?]?/.exec(plain.slice(end, end + contextRead))?.[0] ?? '';
    if (disowned.test(before) || disowned.test(after) || isQuestion(after)) return [];
    return [{ text: text.trim(), at, end }];
  });
}

const contextRead = 200;

const harmlessQuestion =
  /\b(?:make sense|any (?:other )?questions?|understand|clear|would you like|anything else|shall)\b/i;

/** The right side of the last sentence with a figure, if it ends a calculation: "So 3 * 4 = 12." */
function concluded(plain: string): readonly string[] {
  const sentences = sentencesOf(plain).filter((sentence) => !harmlessQuestion.test(sentence));
  const last = sentences.findLast((sentence) => /\d/.test(sentence));
  if (last === undefined || sentences.some(isQuestion)) return [];
  const end = plain.lastIndexOf(last);
  if (disowned.test(last) || takenBack.test(last) || isDoubted(plain.slice(end + last.length))) return [];
  const equals = last.lastIndexOf('=');
  if (equals !== -1) return [last.slice(equals + 1).trim()];
  const conclusion = /^(?:so|therefore|thus|hence|altogether|in total|that (?:makes|leaves|gives|means))\b/i.test(last);
  const figures = last.match(/[$€£]?-?\d[\d.,/]*(?:\s\d+\/\d+)?/g) ?? [];
  const [only] = figures;
  if (!conclusion || only === undefined || figures.length > 1) return [];
  // The number must be computed above; otherwise it may be one of the givens.
  const bare = only.replace(/(?<![.,])[.,]+$/, '').replace(/^[$€£]/, '');
  const sides = plain.split('=').slice(1);
  const workedOut = sides.some((side) => side.replace(/^\s*[$€£]?/, '').startsWith(bare));
  return workedOut ? [last.slice(last.indexOf(only)).trim()] : [];
}
