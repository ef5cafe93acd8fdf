import { isQuestion } from '../../../benchmark/judging/replyFeatures';
import { feature, logCount, type ReplyFeature, type ReplyReading } from './replyReading';

/** Length, layout and punctuation of the reply. */
export const shapeFeatures: readonly ReplyFeature[] = [
  feature('characters', 'is long', 'is short', ({ text }) => logCount(text.length)),
  feature('sentences', 'has many sentences', 'has few sentences', ({ features }) =>
    logCount(features.sentences.length),
  ),
  feature('sentenceLength', 'has long sentences', 'has short sentences', ({ text, features }) =>
    logCount(text.length / Math.max(1, features.sentences.length)),
  ),
  feature('wordLength', 'uses long words', 'uses short words', ({ tokens, text }) => text.length / (1 + tokens.length)),
  feature('questionMarks', 'has several question marks', 'has no question mark', marks(/\?/g)),
  feature('exclamations', 'has exclamation marks', 'has no exclamation mark', marks(/!/g)),
  feature('quotations', 'quotes', 'quotes nothing', marks(/"/g)),
  feature('commas', 'has many commas', 'has few commas', marks(/,/g)),
  feature('dots', 'trails off in dots', 'does not trail off', marks(/\.{3}|…/g)),
  feature('brackets', 'has brackets', 'has no brackets', marks(/\(/g)),
  feature('lines', 'runs over several lines', 'is one paragraph', marks(/\n/g)),
  feature(
    'markup',
    'is laid out with marks',
    'is plain text',
    marks(/^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d+[.)]|#+)\s|\*\*|\\\(|\\\[|\$\$/gm),
  ),
  feature('endsAsking', 'ends with a question', 'does not end with a question', ({ features }) =>
    Number(isQuestion(features.sentences.at(-1) ?? '')),
  ),
  feature('startsAsking', 'starts with a question', 'does not start with a question', ({ features }) =>
    Number(isQuestion(features.sentences[0] ?? '')),
  ),
  feature('unfinished', 'ends without punctuation', 'ends with punctuation', ({ text }) =>
    Number(!/[.!?:…]["')\]*]*$/.test(text)),
  ),
  feature('lowerCaseStart', 'starts in lower case', 'starts with a capital', ({ text }) =>
    Number(/^["']?\p{Ll}/u.test(text)),
  ),
  feature(
    'looseForm',
    'has loose spacing or small “i”',
    'is tidy',
    marks(/\s[,.?!]|[,.?!]{2}|\bi\b|\s{2}|[a-z][.?!][A-Z]/g),
  ),
  feature('speakerLabel', 'begins with a speaker’s label', 'has no speaker’s label', ({ text }) =>
    Number(/^"?\s*(?:tutor|teacher)\s*:/i.test(text)),
  ),
  feature('quotedWhole', 'stands in quotation marks', 'stands without quotation marks', ({ text }) =>
    Number(/^".*"$/s.test(text)),
  ),
  feature('digits', 'has many digits', 'has no digits', marks(/\d/g)),
  feature('signs', 'has calculation signs', 'has no calculation sign', marks(/[=+*×÷/%]/g)),
];

function marks(pattern: RegExp): (reading: ReplyReading) => number {
  return ({ text }) => logCount(text.match(pattern)?.length ?? 0);
}

/** What the phrase lists shared with the rule-based judges find, and how demanding the questions are. */
export const moveFeatures: readonly ReplyFeature[] = [
  found('denial', 'says that something is wrong', ({ features }) => features.denial),
  found('doubt', 'casts doubt', ({ features }) => features.doubt),
  found('affirmation', 'takes the answer for right', ({ features }) => features.affirmation),
  found('encouragement', 'encourages', ({ features }) => features.encouragement),
  found('scaffold', 'adds something concrete', ({ features }) => features.scaffold),
  found('followingStep', 'goes on to a following step', ({ features }) => features.moveOn),
  found('affirmsAndDenies', 'both confirms and denies', ({ features }) =>
    features.affirmation === undefined ? undefined : features.denial,
  ),
  {
    id: 'asks',
    high: 'asks several things',
    low: 'asks nothing',
    value: ({ features }) => logCount(features.questions.length),
  },
  {
    id: 'deepestQuestion',
    high: 'asks a question that needs thought',
    low: 'asks no question that needs thought',
    value: ({ features }) => features.questions.reduce((most, { level }) => Math.max(most, level), 0),
  },
  {
    id: 'lightestQuestion',
    high: 'asks no light question',
    low: 'asks nothing, or something light',
    value: ({ features }) =>
      features.questions.length === 0 ? 0 : features.questions.reduce((least, { level }) => Math.min(least, level), 3),
  },
];

function found(id: string, about: string, look: (reading: ReplyReading) => string | undefined): ReplyFeature {
  return {
    id: `phrase.${id}`,
    high: about,
    low: `nowhere ${about}`,
    value: (reading) => Number(look(reading) !== undefined),
  };
}
