import { isQuestion } from '../../judging/replyFeatures';
import { numbersIn, sentencesOf } from '../../judging/replyText';

/** Words of a reply that state a final answer; `correct` is undefined when there is nothing to check it with. */
export interface StatedAnswer {
  readonly words: string;
  readonly correct: boolean | undefined;
}

// "Answer is 12" and the like, the number within a few words.
const phrase =
  /\b(?:(?:answer|result|solution)(?: here)? (?:is|would be|should be|comes to)|so (?:it|that|this)(?:'s| is| makes| gives)|(?:should|must|would) (?:be|get|come to)|(?:makes|gives|get|leaves)(?: you| us)?)\s(?!not\b)([^.?!\n]{0,40}\d[\d.,/:]*)/gi;

/**
 * The last statement of a final answer in a reply, questions left out: a number in an answering phrase, or the last number
 * of the worked solution where the conversation has not named it (`said`).
 */
export function statedAnswer(
  reply: string,
  said: readonly number[],
  solution: string | undefined,
): StatedAnswer | undefined {
  const final = solution === undefined ? undefined : numbersIn(solution).at(-1);
  let stated: StatedAnswer | undefined;
  for (const sentence of sentencesOf(reply)) {
    if (isQuestion(sentence)) continue;
    const found = [...sentence.replaceAll('’', "'").matchAll(phrase)].at(-1);
    const named = final !== undefined && numbersIn(sentence).some((value) => same(value, final));
    if (named && (found !== undefined || !said.some((value) => same(value, final)))) {
      stated = { words: sentence.slice(0, 160), correct: true };
    } else if (found !== undefined && isFinal.test(found[0])) {
      stated = { words: found[0], correct: final === undefined ? undefined : false };
    }
  }
  return stated;
}

/** Phrases that can only mean the end; "that gives 12" may be a result on the way and counts when it is right. */
const isFinal = /^(?:answer|result|solution)/i;

function same(left: number, right: number): boolean {
  return Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(right));
}
