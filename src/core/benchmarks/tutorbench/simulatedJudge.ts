import { replyFeatures, type ReplyFeatures } from '../../benchmark/judging/replyFeatures';
import { briefQuote, contentWords, numbersIn, stemOf, wordStems } from '../../benchmark/judging/replyText';
import { readCriterion, type CriterionReading } from './criterionReading';
import type { TbCriterion, TutorBenchSample } from './samples';

interface Reading {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly numbers: readonly number[];
  readonly hasPercent: boolean;
  readonly features: ReplyFeatures;
  readonly sentences: readonly { readonly text: string; readonly words: ReadonlySet<string> }[];
  readonly known: { readonly words: ReadonlySet<string>; readonly numbers: readonly number[] };
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
  const features = replyFeatures(text);
  // An image counts as its description, because tutor and judge see it.
  const conversation = sample.turns
    .flatMap((turn) => [turn.content, ...turn.images.map(({ alt }) => alt ?? '')])
    .join('\n');
  const reading: Reading = {
    text,
    words: contentWords(text),
    stems: wordStems(text),
    numbers: numbersIn(text),
    hasPercent: /%|per ?cent/i.test(text),
    features,
    sentences: features.sentences.map((sentence) => ({ text: sentence, words: contentWords(sentence) })),
    known: { words: contentWords(conversation), numbers: numbersIn(conversation) },
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
  feeling: (_, reading, text) => sympathises(text, reading),
  style: (_, reading, text) => hasForm(text, reading),
  content: says,
};

const statesAnswer =
  /\b(?:answer|result|value|solution|code|method)\b[^.?!]{0,60}?\b(?:is|are|comes? out|reads|equals)\b|\bhere (?:it|is|are)\b|\bso it (?:is|comes)\b/i;

function givesAway({ words, numbers }: CriterionReading, reading: Reading): Finding {
  const { words: known, numbers: knownNumbers } = reading.known;
  // A small whole number is often a label or a factor, and occurs in any reply.
  const telling = numbers.filter((value) => !(Number.isInteger(value) && Math.abs(value) < 10));
  const secret = telling.filter((value) => !knownNumbers.some((one) => same(one, value)));
  const stated = secret.find((value) =>
    reading.numbers.some((one) => same(one, value) || inPercent(one, value, reading)),
  );
  if (stated !== undefined)
    return [true, `The reply states the value ${round(stated)}, which the student has not said.`];
  if (secret.length > 0) return [false, 'The value in question does not stand in the reply in any form.'];
  const fresh = [...words].filter((word) => !known.has(word));
  const wanted = fresh.length >= 2 ? fresh : [...words];
  for (const sentence of reading.sentences) {
    const cue = statesAnswer.exec(sentence.text)?.[0];
    if (cue === undefined && fresh.length < 3) continue;
    const found = wanted.filter((word) => sentence.words.has(word));
    if (found.length >= 0.75 * wanted.length) return [true, `The reply says it: ${list(found)}.`];
  }
  return [false, 'Found no statement of it in the reply.'];
}

/** A claim needs its words in one sentence. One with almost no words, such as a formula, must occur literally. */
function claims({ core, words }: CriterionReading, { sentences }: Reading): Finding {
  const literal = squeezed(core);
  for (const { text, words: said } of sentences) {
    const found = [...words].filter((word) => said.has(word));
    if (words.size >= 3 && found.length >= 0.85 * words.size) return [true, `The reply claims it: ${list(found)}.`];
    const sentence = squeezed(text);
    const end = sentence.indexOf(literal) + literal.length;
    // A formula that continues is a different formula.
    if (sentence.includes(literal) && !/^[-+−*/·]/.test(sentence.slice(end)))
      return [true, 'The reply has these very words.'];
  }
  return [false, 'No sentence of the reply claims it.'];
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '');
}

function guides({ words }: CriterionReading, { features, words: replied }: Reading): Finding {
  const [question] = features.questions;
  const lead = question?.text ?? features.scaffold;
  if (lead === undefined) return [false, 'Found no question and no hint.'];
  const found = [...words].filter((word) => replied.has(word));
  const related = words.size === 0 || found.length / words.size >= 0.4;
  return related
    ? [true, `Leads on with “${briefQuote(lead)}”.`]
    : [false, `The question “${briefQuote(lead)}” is not about the matter in hand.`];
}

const feels =
  /\b(?:i (?:can )?(?:see|understand|hear|get) (?:that|why|how|you|where)|(?:normal|fine|okay|natural|understandable|common) to|confus\w+|frustrat\w+|(?:your|be|feel|being) (?:un)?sure|doubt|tricky|feel\w*|stuck|puzzl\w+)\b/i;
/** A feeling that the student voiced. Replies take it up at the beginning or not at all. */
const trouble = /\b(?:confus\w+|frustrat\w+|anger|overwhelm\w*|anxi\w+|worr\w+|stuck|struggl\w+|doubts?)\b/i;
const openingSentences = 4;
const onlyPraise = /\b(?:prais\w+|encourag\w+|compliment\w*)\b/i;

function sympathises(text: string, { features, text: reply }: Reading): Finding {
  if (trouble.test(text)) {
    const opening = features.sentences.slice(0, openingSentences).join('\n');
    const cue = feels.exec(opening)?.[0] ?? features.encouragement;
    return cue === undefined || !opening.includes(cue)
      ? [false, 'The reply does not begin with the student’s feelings.']
      : [true, `Takes up the student’s feelings: “${cue}”.`];
  }
  const cue = features.encouragement ?? (onlyPraise.test(text) ? undefined : feels.exec(reply)?.[0]);
  return cue === undefined ? [false, 'Found no words of support.'] : [true, `Found words of support: “${cue}”.`];
}

const conciseUpTo = 130;

function hasForm(text: string, { features, text: reply }: Reading): Finding {
  const length = reply.split(/\s+/).length;
  if (/\b(?:concise|brief|short|redundan|verbose|to the point)/i.test(text)) {
    return [length <= conciseUpTo, `The reply has ${length} words.`];
  }
  if (/\b(?:bullet|section|paragraph|format|list|organi[sz]ed|readable)/i.test(text)) {
    return [/\n\s*\n|^\s*(?:[-*]|\d+\.)\s/m.test(reply), 'Looked for paragraphs and lists.'];
  }
  if (/\bsecond person\b|["“]you["”]/i.test(text)) return [/\byou(?:r)?\b/i.test(reply), 'Looked for “you”.'];
  if (features.offence !== undefined) return [false, `Found demeaning words: “${features.offence}”.`];
  const kind = features.encouragement;
  return kind === undefined ? [false, 'Found no friendly words.'] : [true, `Found friendly words: “${kind}”.`];
}

/** Minimum share of a criterion's words and numbers; fitted on part of the judged runs (bench/judges.md). */
const enoughWords = 0.4;
const enoughNumbers = 0.8;

function says({ words, numbers }: CriterionReading, reading: Reading): Finding {
  const found = [...words].filter((word) => reading.stems.has(stemOf(word)));
  const stated = numbers.filter((value) => reading.numbers.some((one) => same(one, value)));
  if (numbers.length > 0 && stated.length < enoughNumbers * numbers.length) {
    return [false, 'The numbers of the criterion do not all stand in the reply.'];
  }
  const share = words.size === 0 ? Number(numbers.length > 0) : found.length / words.size;
  if (share >= enoughWords) return [true, `The reply says it: ${list(found)}.`];
  return [
    false,
    found.length === 0 ? 'The reply says nothing of it.' : `The reply has only a part of it: ${list(found)}.`,
  ];
}

/** Equal, or equal up to rounding to three places. */
function same(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.002 * Math.abs(other);
}

function inPercent(one: number, other: number, { hasPercent }: Reading): boolean {
  return hasPercent && (same(one / 100, other) || same(one, other / 100));
}

function round(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function list(words: readonly string[]): string {
  return words.length === 0 ? 'its numbers' : words.slice(0, 5).join(', ');
}
