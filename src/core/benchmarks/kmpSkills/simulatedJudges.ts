import { readableReply } from '../../benchmark/judging/readableReply';
import { replyFeatures } from '../../simulation/replyFeatures';
import { numbersIn, sentencesOf, sharedWords, wordStems } from '../../benchmark/judging/replyText';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { isSameAnswer } from './answers/answersMatch';
import { statedAnswer } from './answers/statedAnswers';
import { isErroneous, type EcSample } from './samples';

export function simulateSolutionJudge(reply: string, answer: string, question: string): string {
  const read = readableReply(reply);
  return judged(read, faultOfAnswer(read, answer, question));
}

export function simulateCorrectionJudge(reply: string, sample: EcSample): string {
  const worked = sample.solution ?? (isErroneous(sample) ? '' : sample.studentSteps.join('.\n'));
  const answer = sample.answer ?? finalAnswerOf(worked) ?? equalitiesIn(worked).at(-1)?.right.toString();
  const read = readableReply(reply);
  const broken = equalitiesIn(read).find(({ holds }) => !holds)?.shown;
  if (broken !== undefined) return judged(read, `The solution says “${broken}”, which is not true.`);
  // A solution without a calculation, or without a right answer to compare with, has at least 15 words.
  const isWritten = read.trim().split(/\s+/).length >= 15 || (answer !== undefined && equalitiesIn(read).length > 0);
  const fault = faultOfAnswer(read, answer, sample.problem);
  return judged(read, fault ?? (isWritten ? undefined : 'The solution is not written out.'));
}

function faultOfAnswer(reply: string, answer: string | undefined, question: string): string | undefined {
  const stated = finalAnswerOf(reply);
  // A box is an answer, whatever its sentence says.
  const isStated = stated !== undefined || plainNotation(reply).includes('⟦');
  if (answer === undefined) return isStated ? undefined : 'Found no final answer in the reply.';
  // An answer in words can only be found by its words.
  const isSame =
    isSameAnswer(stated ?? '', answer, question) || (!/\d/.test(answer) && sharedWords(answer, stated ?? '') >= 0.8);
  return isSame ? undefined : 'The right answer was not found in the reply.';
}

function judged(reply: string, fault: string | undefined): string {
  // A right answer in an unknown form is expected in the last line.
  const lastLine = fault === undefined ? reply.trim().split('\n').at(-1)?.trim().slice(-200) : undefined;
  return JSON.stringify({
    reasoning: fault ?? 'Found the right answer, and nothing wrong.',
    finalAnswer: finalAnswerOf(reply) ?? lastLine ?? null,
    correct: fault === undefined,
  });
}

function finalAnswerOf(reply: string): string | undefined {
  return statedAnswer(plainNotation(reply))
    ?.replace(/(?<![.\s])[.\s]+$/, '')
    .slice(0, 200);
}

const wrong =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|mistaken?(?:ly)?|mistakes|errors?|slip|slipped|not (?:quite )?(?:right|correct|true)|isn't (?:right|correct)|false|faulty|goes astray|does not hold|doesn't hold)\b/i;
const notWrong = /\b(?:no (?:mistakes?|errors?)|not wrong)\b/i;
const allRight =
  /\b(?:(?:solution|work|answer|everything|whole thing|all (?:the |\w+ )?steps?)[^.?!]{0,40}\b(?:is|are|was|were|looks?)\b[^.?!]{0,20}\b(?:right|correct|fine)|no (?:mistakes?|errors?)|every step (?:is|holds))\b/i;

/** The tutor's own conclusion, which overrides earlier statements. */
const concluded =
  /\b(?:first|earliest)\s+(?:\w+\s+){0,2}?(?:wrong|incorrect|errors?|mistakes?|mistaken|faulty)\b[^.?!\n]{0,60}?\bstep\s*(?:[#:]\s*)?(\d{1,3})\b|\bfirst (?:error|wrong) step\s*[:=]\s*(\d{1,3})\b/i;

export function simulateClaimReader(studentSteps: readonly string[], reply: string): string {
  const sentences = sentencesOf(readableReply(reply).replaceAll('’', "'"));
  const claim = (claimsCorrect: boolean | null, firstErrorStep: number | null = null, at = -1): string =>
    JSON.stringify({
      claimsCorrect,
      firstErrorStep,
      reason: at < 0 ? null : reasonIn(sentences[at], sentences[at + 1]),
    });
  const conclusion = sentences.findLastIndex((sentence) => !sentence.endsWith('?') && concluded.test(sentence));
  if (conclusion !== -1) {
    const [, one, other] = concluded.exec(sentences[conclusion] ?? '') ?? [];
    return claim(false, Number(one ?? other), conclusion);
  }
  const named = sentences.map((sentence) => wrongStepIn(sentence, studentSteps));
  const first = named.findIndex((step) => step !== undefined);
  if (first !== -1) return claim(false, named[first], first);
  const plain = sentences.filter((sentence) => !sentence.endsWith('?'));
  if (plain.some((sentence) => allRight.test(sentence) && !/\bnot\b|n't\b/i.test(sentence))) return claim(true);
  const { denial, affirmation } = replyFeatures(plain.join('\n'));
  if (denial !== undefined) return claim(false);
  return claim(affirmation === undefined ? null : true);
}

/** A step that is called wrong, by its number or in quotation marks. */
function wrongStepIn(sentence: string, studentSteps: readonly string[]): number | undefined {
  if (sentence.endsWith('?') || !wrong.test(sentence)) return undefined;
  const clauses = sentence.split(/[,;]\s|\s(?:but|while|whereas|however)\s/i);
  const clause = clauses.find((one) => wrong.test(one) && !notWrong.test(one) && /\bstep\s{0,3}#?\s{0,3}\d/i.test(one));
  if (clause !== undefined) return Number(/\bstep\s{0,3}#?\s{0,3}(\d{1,3})\b/i.exec(clause)?.[1] ?? 1);
  const quoted = /["“]([^"“”]{3,200})["”]/.exec(sentence)?.[1];
  const index = quoted === undefined ? -1 : studentSteps.findIndex((step) => step.includes(quoted));
  return index === -1 ? undefined : index + 1;
}

function reasonIn(sentence = '', next: string | undefined): string | null {
  const after = /(?::|\bbecause\b|\bsince\b|\bas\b)\s+(.{8,})$/is.exec(sentence)?.[1];
  return after ?? (next === undefined || next.endsWith('?') ? null : next);
}

/** Minimum share of the true reason's words: without values to compare, and when the claim lacks the values. */
const enough = 0.35;
const plenty = 0.75;

/**
 * A value that the true reason names and the wrong step lacks is the correct value: naming it shows that the error is
 * known. Otherwise words decide. The limits were set on a part of MR-GSM8K.
 */
export function simulateReasonJudge(claimed: string, trueReason: string, wrongStep: string): string {
  const read = readableReply(claimed);
  const [written, named] = [new Set(numbersIn(wrongStep)), new Set(numbersIn(read))];
  const values = [...new Set(numbersIn(trueReason))].filter((value) => !written.has(value));
  const found = values.filter((value) => named.has(value)).length;
  const [stems, others] = [wordStems(trueReason), wordStems(read)];
  const shared = [...stems].filter((stem) => others.has(stem)).length / Math.max(1, stems.size);
  return JSON.stringify({
    reasoning: `It has ${found} of ${values.length} values, and ${Math.round(100 * shared)} % of the words, of the true reason.`,
    reasonCorrect: values.length === 0 ? shared > enough : 2 * found >= values.length || shared > plenty,
  });
}
