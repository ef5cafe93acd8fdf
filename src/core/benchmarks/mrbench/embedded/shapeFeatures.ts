import { isQuestion } from '../../../judging/replyFeatures';
import { feature, logCount, type ReplyFeature } from './replyFeature';
import type { ReplyReading } from './replyReading';

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
