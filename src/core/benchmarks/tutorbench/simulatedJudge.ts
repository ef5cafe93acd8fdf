import { replyFeatures, type ReplyFeatures } from '../../simulation/replyFeatures';
import { briefQuote, numbersIn, stemOf, wordStems } from '../../benchmark/judging/replyText';
import { readCriterion, type CriterionReading } from './criterionReading';
import type { TbCriterion, TutorBenchSample } from './samples';

interface Reading {
  readonly features: ReplyFeatures;
  readonly stems: ReadonlySet<string>;
  readonly numbers: readonly number[];
  readonly text: string;
  /** What the conversation said already. An image counts as its description, because tutor and judge see it. */
  readonly known: { readonly stems: ReadonlySet<string>; readonly numbers: readonly number[] };
}

type Finding = readonly [met: boolean, reasoning: string];

/** In characters; far more than a tutor's reply. */
const longestRead = 20_000;

/** A forbidden value is present if the reply states it in any form (fraction, decimal, percent, rounded). */
export function simulateRatings(
  sample: TutorBenchSample,
  reply: string,
  block: readonly { readonly number: number; readonly criterion: TbCriterion }[],
): string {
  const text = reply.slice(0, longestRead).replaceAll('’', "'");
  const conversation = sample.turns
    .flatMap((turn) => [turn.content, ...turn.images.map(({ alt }) => alt ?? '')])
    .join('\n');
  const reading: Reading = {
    text,
    features: replyFeatures(text),
    stems: wordStems(text),
    numbers: numbersIn(text),
    known: { stems: wordStems(conversation), numbers: numbersIn(conversation) },
  };
  return JSON.stringify({
    ratings: block.map(({ number, criterion }) => {
      const read = readCriterion(criterion);
      const [met, reasoning] = raters[read.demand](read, reading, criterion.text);
      return { id: String(number), reasoning, met };
    }),
  });
}

type Rater = (criterion: CriterionReading, reading: Reading, text: string) => Finding;

const raters: Readonly<Record<CriterionReading['demand'], Rater>> = {
  spoiler: givesAway,
  claim: claims,
  absence: (criterion, reading) => {
    const [present, reasoning] = givesAway(criterion, reading);
    return [!present, reasoning];
  },
  guide: guides,
  feeling: (_, reading) => sympathises(reading),
  style: (_, reading, text) => hasForm(text, reading),
  content: says,
};

const statesAnswer =
  /\b(?:answer|result|value|solution|code|method)\b[^.?!]{0,60}?\b(?:is|are|comes? out|reads|equals)\b|\bhere (?:it|is|are)\b|\bso it (?:is|comes)\b/i;

function givesAway({ words, numbers }: CriterionReading, { features, numbers: stated, text, known }: Reading): Finding {
  // A small whole number is often a label or a factor, and occurs in any reply.
  const telling = numbers.filter((value) => !(Number.isInteger(value) && Math.abs(value) < 10));
  const secret = telling.filter((value) => !known.numbers.some((one) => same(one, value)));
  const hasPercent = /%|per ?cent/i.test(text);
  const forms = (value: number): readonly number[] => (hasPercent ? [value, 100 * value, value / 100] : [value]);
  const found = secret.find((value) => stated.some((one) => forms(value).some((form) => same(one, form))));
  if (found !== undefined)
    return [true, `The reply states ${Number(found.toFixed(4))}, which the student has not said.`];
  if (secret.length > 0) return [false, 'The value in question does not stand in the reply in any form.'];
  const stems = [...words].map(stemOf);
  const fresh = stems.filter((stem) => !known.stems.has(stem));
  const wanted = fresh.length >= 2 ? fresh : stems;
  return saidIn(
    features.sentences.filter((sentence) => fresh.length >= 3 || statesAnswer.test(sentence)),
    wanted,
    0.75,
  );
}

/** A claim needs its words in one sentence. */
function claims({ words }: CriterionReading, { features }: Reading): Finding {
  return saidIn(features.sentences, words.size < 3 ? [] : [...words].map(stemOf), 0.85);
}

function saidIn(sentences: readonly string[], wanted: readonly string[], share: number): Finding {
  for (const sentence of wanted.length === 0 ? [] : sentences) {
    const stems = wordStems(sentence);
    const found = wanted.filter((stem) => stems.has(stem));
    if (found.length >= share * wanted.length) return [true, `The reply says it: ${list(found)}.`];
  }
  return [false, 'No sentence of the reply says it.'];
}

function guides({ words }: CriterionReading, { features, stems }: Reading): Finding {
  const lead = features.questions[0]?.text ?? features.scaffold;
  if (lead === undefined) return [false, 'Found no question and no hint.'];
  const found = [...words].filter((word) => stems.has(stemOf(word)));
  return found.length >= enoughWords * words.size
    ? [true, `Leads on with “${briefQuote(lead)}”.`]
    : [false, `The question “${briefQuote(lead)}” is not about the matter in hand.`];
}

const feels =
  /\b(?:i (?:can )?(?:see|understand|hear|get) (?:that|why|how|you|where)|(?:normal|fine|okay|natural|understandable) to|confus\w+|frustrat\w+|unsure|doubt|tricky|stuck)\b/i;

/** Replies take up a feeling at the beginning or not at all. */
function sympathises({ features }: Reading): Finding {
  const opening = features.sentences.slice(0, 4).join('\n');
  const cue = replyFeatures(opening).encouragement ?? feels.exec(opening)?.[0];
  return cue === undefined
    ? [false, 'The reply does not begin with words of support.']
    : [true, `Found words of support: “${cue}”.`];
}

const conciseUpTo = 130;

function hasForm(asked: string, { features, text }: Reading): Finding {
  if (/\b(?:concise|brief|short|redundan|verbose|to the point)/i.test(asked)) {
    const length = text.split(/\s+/).length;
    return [length <= conciseUpTo, `The reply has ${length} words.`];
  }
  if (/\b(?:bullet|section|paragraph|format|list|organi[sz]ed|readable)/i.test(asked)) {
    return [/\n\s*\n|^\s*(?:[-*]|\d+\.)\s/m.test(text), 'Looked for paragraphs and lists.'];
  }
  return features.offence === undefined
    ? [features.encouragement !== undefined, 'Looked for friendly words.']
    : [false, `Found demeaning words: “${features.offence}”.`];
}

/** Minimum share of a criterion's words and numbers; fitted on part of the judged runs (bench/judges.md). */
const enoughWords = 0.4;
const enoughNumbers = 0.8;

function says({ words, numbers }: CriterionReading, reading: Reading): Finding {
  const found = [...words].filter((word) => reading.stems.has(stemOf(word)));
  const stated = numbers.filter((value) => reading.numbers.some((one) => same(one, value)));
  if (stated.length < enoughNumbers * numbers.length) {
    return [false, 'The numbers of the criterion do not all stand in the reply.'];
  }
  const isMet = words.size === 0 ? numbers.length > 0 : found.length >= enoughWords * words.size;
  return [isMet, `The reply has ${found.length} of the ${words.size} words of the criterion.`];
}

/** Equal, or equal up to rounding to three places. */
function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.002 * Math.abs(other);
}

function list(words: readonly string[]): string {
  return words.slice(0, 5).join(', ');
}
