import { readableText } from '../../judging/readableText';
import { replyFeatures } from '../../judging/replyFeatures';
import { sentencesOf } from '../../judging/replyText';

interface Claim {
  readonly claimsCorrect: boolean | null;
  readonly firstErrorStep: number | null;
  readonly reason: string | null;
}

/** The simulated reader of a tutor's claim: step numbers and words of doubt in the reply's text. */
export function simulateClaimReader(studentSteps: readonly string[], reply: string): string {
  return JSON.stringify(claimIn(studentSteps, readableText(reply)));
}

const wrong =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|mistaken?(?:ly)?|mistakes|errors?|slip|slipped|not (?:quite )?(?:right|correct|true)|isn't (?:right|correct)|false|faulty|goes astray|does not hold|doesn't hold)\b/i;
const right = /\b(?:right|correct|fine|good|true|no (?:mistakes?|errors?)|not wrong)\b/i;
const allRight =
  /\b(?:(?:solution|work|answer|everything|whole thing|all (?:the |\w+ )?steps?)[^.?!]{0,40}\b(?:is|are|was|were|looks?)\b[^.?!]{0,20}\b(?:right|correct|fine)|no (?:mistakes?|errors?)|every step (?:is|holds))\b/i;

/** The tutor's own conclusion, which counts before anything it says on the way to it. */
const concluded =
  /\b(?:first|earliest)\s+(?:\w+\s+){0,2}?(?:wrong|incorrect|errors?|mistakes?|mistaken|faulty)\b[^.?!\n]{0,60}?\bstep\s*(?:[#:]\s*)?(\d{1,3})\b|\bfirst (?:error|wrong) step\s*[:=]\s*(\d{1,3})\b/i;

function claimIn(studentSteps: readonly string[], reply: string): Claim {
  const sentences = sentencesOf(reply.replaceAll('’', "'"));
  const conclusion = sentences.findLastIndex((sentence) => !sentence.endsWith('?') && concluded.test(sentence));
  if (conclusion !== -1) {
    const sentence = sentences[conclusion] ?? '';
    const [, one, other] = concluded.exec(sentence) ?? [];
    return {
      claimsCorrect: false,
      firstErrorStep: Number(one ?? other),
      reason: reasonIn(sentence, sentences[conclusion + 1]),
    };
  }
  for (const [index, sentence] of sentences.entries()) {
    const step = wrongStepIn(sentence) ?? quotedStepIn(sentence, studentSteps);
    if (step === undefined) continue;
    return { claimsCorrect: false, firstErrorStep: step, reason: reasonIn(sentence, sentences[index + 1]) };
  }
  const plain = sentences.filter((sentence) => !sentence.endsWith('?'));
  if (plain.some((sentence) => allRight.test(sentence) && !/\bnot\b|n't\b/i.test(sentence))) {
    return { claimsCorrect: true, firstErrorStep: null, reason: null };
  }
  const { denial, affirmation } = replyFeatures(plain.join('\n'));
  if (denial !== undefined) return { claimsCorrect: false, firstErrorStep: null, reason: null };
  return { claimsCorrect: affirmation === undefined ? null : true, firstErrorStep: null, reason: null };
}

/** The step of the first clause that calls one wrong; "steps 1 and 2 are right, but step 3 is not" has two clauses. */
function wrongStepIn(sentence: string): number | undefined {
  if (sentence.endsWith('?')) return undefined;
  for (const clause of sentence.split(/[,;]\s|\s(?:but|while|whereas|however)\s/i)) {
    const step = /\bstep\s*(?:#\s*)?(\d{1,3})\b/i.exec(clause);
    if (
      step !== null &&
      wrong.test(clause) &&
      !(right.test(clause) && !/\bnot\b|n't/i.test(clause) && !/mistake|error|slip|wrong/i.test(clause))
    ) {
      return Number(step[1]);
    }
  }
  return undefined;
}

function quotedStepIn(sentence: string, studentSteps: readonly string[]): number | undefined {
  if (!wrong.test(sentence)) return undefined;
  const quoted = /["“]([^"“”]{3,200})["”]/.exec(sentence)?.[1];
  if (quoted === undefined) return undefined;
  const place = studentSteps.findIndex((step) => step.includes(quoted));
  return place === -1 ? undefined : place + 1;
}

/** What stands after a colon or "because" in the sentence, else the next sentence. */
function reasonIn(sentence: string, next: string | undefined): string | null {
  const after = /(?::|\bbecause\b|\bsince\b|\bas\b)\s+(.{8,})$/is.exec(sentence)?.[1];
  return after ?? (next === undefined || next.endsWith('?') ? null : next);
}
