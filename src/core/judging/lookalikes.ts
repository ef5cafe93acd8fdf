/** Cyrillic and Greek letters that look like a Latin one, and that one. */
const twins: readonly (readonly [string, string])[] = [
  ['аеорсухѕіјһԁԛԝ', 'aeopcyxsijhdqw'],
  ['АВЕКМНОРСТУХЅІЈ', 'ABEKMHOPCTYXSIJ'],
  ['οαενικρτυχ', 'oaevikptux'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
];

const latin = new Map(
  twins.flatMap(([foreign, own]) => Array.from(foreign, (letter, place) => [letter, own[place] ?? letter] as const)),
);

// Bold, script and double-struck letters and digits of mathematics, full-width forms, and two circled numbers in a row (one is a list).
const dressed = /[\u{1D400}-\u{1D7FF}]|[\uFF01-\uFF5E]|[\u2460-\u2468\u24EA]{2,}/gu;

/** A word, which may mix Latin letters with those of another script. */
const word = /[A-Za-z\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;
const foreignLetter = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

// A lone letter of another script in the place of a variable: "х = 5", "3х".
const loneVariable = /(?<=\d)[хуаκ](?!\p{L})|(?<!\p{L})[ху](?=\s?=)/gu;

/** The text with letters and digits that only look like plain ones replaced by those; superscripts and fractions stay. */
export function withoutLookalikes(text: string): string {
  if (!/[\u0370-\u052F\u2460-\u24EA\uFF01-\uFF5E]|[\u{1D400}-\u{1D7FF}]/u.test(text)) return text;
  return text
    .replace(dressed, (found) => found.normalize('NFKC'))
    .replace(word, (found) => (foreignLetter.test(found) && /[A-Za-z]/.test(found) ? plainLetters(found) : found))
    .replace(loneVariable, plainLetters);
}

function plainLetters(word: string): string {
  return Array.from(word, (letter) => latin.get(letter) ?? letter).join('');
}
