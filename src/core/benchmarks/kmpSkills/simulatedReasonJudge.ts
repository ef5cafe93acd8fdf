import { readableText } from '../../judging/readableText';
import { contentWords, numbersIn } from '../../judging/replyText';
import { stemOf } from '../../judging/wordStems';

/** Share of the true reason's own words that a claimed reason must have where there is no value to go by, and where it names none. */
const enough = 0.35;
const plenty = 0.75;

/** Words of any reason, whatever the error. */
const everyday = new Set(
  (
    'student step error incorrect incorrectly correct correctly leads led mistake mistakes made first wrong calculation calculations ' +
    'reasoning understanding logic logical misunderstanding solution calculated calculates calculate instead problem answer question'
  ).split(' '),
);

/**
 * The simulated judge of a reason. A value that the true reason names and the wrong step does not have is what should stand there: who
 * names it knows the error. Where there is none, words decide. The limits were set on a part of MR-GSM8K (docs/judges.md).
 */
export function simulateReasonJudge(claimed: string, trueReason: string, wrongStep: string): string {
  const read = readableText(claimed);
  const written = numbersIn(wrongStep);
  const named = numbersIn(read);
  const values = [...new Set(numbersIn(trueReason))].filter((value) => !has(written, value));
  const found = values.filter((value) => has(named, value)).length;
  const shared = sharedStems(trueReason, read);
  const words = `${Math.round(100 * shared)} % of the words of the true one`;
  const [reasonCorrect, reasoning] =
    values.length === 0
      ? [shared > enough, `The claimed reason has ${words}.`]
      : [
          2 * found >= values.length || shared > plenty,
          `The claimed reason has ${found} of the ${values.length} values that the step should have had, and ${words}.`,
        ];
  return JSON.stringify({ reasoning, reasonCorrect });
}

function has(values: readonly number[], wanted: number): boolean {
  return values.some((value) => Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)));
}

/** Share of the telling words of `text` that `other` has too, endings aside; 0 for a text without any. */
function sharedStems(text: string, other: string): number {
  const stems = stemsOf(text);
  const others = stemsOf(other);
  const shared = [...stems].filter((stem) => others.has(stem)).length;
  return stems.size === 0 ? 0 : shared / stems.size;
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = [...contentWords(text)].filter((word) => !/^\d/.test(word) && !everyday.has(word));
  return new Set(words.map(stemOf));
}
