import { replyFeatures } from '../../simulation/replyFeatures';
import { numbersIn, wordStems } from '../../benchmark/judging/replyText';
import { readCriterion, type CriterionReading } from './criterionReading';
import type { TbCriterion, TutorBenchSample } from './samples';

/** In characters; far more than a tutor's reply. */
const longestRead = 20_000;

type Reading = ReturnType<typeof readingOf>;

function readingOf(sample: TutorBenchSample, reply: string) {
  const text = reply.slice(0, longestRead).replaceAll('’', "'");
  // An image counts as its description, because tutor and judge see it.
  const said = sample.turns.flatMap(({ content, images }) => [content, ...images.map(({ alt }) => alt ?? '')]);
  const known = numbersIn(said.join('\n'));
  return { text, features: replyFeatures(text), stems: wordStems(text), numbers: numbersIn(text), known };
}

export function simulateRatings(
  sample: TutorBenchSample,
  reply: string,
  block: readonly { readonly number: number; readonly criterion: TbCriterion }[],
): string {
  const reading = readingOf(sample, reply);
  return JSON.stringify({
    ratings: block.map(({ number, criterion }) => {
      const read = readCriterion(criterion);
      const [met, reasoning] = raters[read.demand](read, reading, criterion.text);
      return { id: String(number), reasoning, met };
    }),
  });
}

type Rater = (
  criterion: CriterionReading,
  reading: Reading,
  text: string,
) => readonly [met: boolean, reasoning: string];

/** Minimum share of a criterion's words and numbers; fitted on part of the judged runs (bench/judges.md). */
const enoughWords = 0.4;
const enoughNumbers = 0.8;
/** Of the words of something forbidden, in one sentence. */
const nearlyAllWords = 0.8;
const conciseUpTo = 130;

const raters: Readonly<Record<CriterionReading['demand'], Rater>> = {
  secret: (criterion, reading) => [
    givesAway(criterion, reading),
    'Looked for the value or the words of the criterion.',
  ],
  absence: (criterion, reading) => [!givesAway(criterion, reading), 'Looked for what the reply must not say.'],
  guide({ stems }, reading) {
    const { questions, scaffold } = reading.features;
    const leads = questions.length > 0 || scaffold !== undefined;
    return [leads && shareOf(stems, reading.stems) >= enoughWords, 'Looked for a question or hint about the matter.'];
  },
  feeling(_, { features }) {
    const opening = features.sentences.slice(0, 4).join('\n');
    const isKind = replyFeatures(opening).encouragement !== undefined || feels.test(opening);
    return [isKind, 'Looked for words of support at the beginning.'];
  },
  form(_, { text }, asked) {
    const length = text.split(/\s+/).length;
    const isSet = /\n\s*\n|^\s*(?:[-*]|\d+\.)\s/m.test(text);
    return [
      /\b(?:concise|brief|short|redundan|verbose)/i.test(asked) ? length <= conciseUpTo : isSet,
      `The reply has ${length} words and ${isSet ? 'a' : 'no'} layout.`,
    ];
  },
  content({ stems, numbers }, reading) {
    const stated = numbers.filter((value) => states(reading, value)).length;
    const hasWords = stems.length === 0 ? numbers.length > 0 : shareOf(stems, reading.stems) >= enoughWords;
    return [hasWords && stated >= enoughNumbers * numbers.length, 'Counted the words and numbers of the criterion.'];
  },
};

const feels =
  /\b(?:i (?:can )?(?:see|understand|hear)|normal|okay|understandable|confus\w+|frustrat\w+|doubt|tricky)\b/i;

function givesAway({ stems, numbers }: CriterionReading, reading: Reading): boolean {
  // A small whole number is often a label or a factor, and occurs in any reply.
  const telling = numbers.filter((value) => !(Number.isInteger(value) && Math.abs(value) < 10));
  const secret = telling.filter((value) => !reading.known.some((one) => same(one, value)));
  if (secret.length > 0) return secret.some((value) => states(reading, value) || states(reading, 100 * value));
  const enough = stems.length < 2 ? 2 : nearlyAllWords;
  return reading.features.sentences.some((sentence) => shareOf(stems, wordStems(sentence)) >= enough);
}

function shareOf(stems: readonly string[], found: ReadonlySet<string>): number {
  return stems.length === 0 ? 0 : stems.filter((stem) => found.has(stem)).length / stems.length;
}

function states({ numbers }: Reading, value: number): boolean {
  return numbers.some((one) => same(one, value));
}

/** Equal, or equal up to rounding to three places. */
function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.002 * Math.abs(other);
}
