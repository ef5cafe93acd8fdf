/** In characters: more than any tutor's turn, and a limit for hostile text. */
const longestRead = 20_000;

const latexSpan = /\$\$[^$]{1,500}\$\$|\$[^$\n]{1,500}\$|\\\([^\n]{1,500}?\\\)|\\\[[\s\S]{1,500}?\\\]/g;
const abbreviation = /(?:^|[\s("'“‘])(?:e\.g|i\.e|etc|vs|cf|approx|fig|eq|dr|mr|mrs|prof|bzw|z\.b|t\.ex)\.$/i;
// An initial, as in "Marie S. Curie". Units such as "m." end a sentence.
const initial = /(?:^|\s)(?!I\.)[A-Z]\.$/;
const closers = /["'”’»)\]*_]*/y;

/** Line ends end a sentence; decimals, LaTeX and common abbreviations do not. */
export function sentencesOf(text: string): readonly string[] {
  const spans: string[] = [];
  const masked = text.slice(0, longestRead).replace(latexSpan, (span) => {
    spans.push(span);
    // One private-use character per span, so that punctuation in a formula ends no sentence.
    return String.fromCharCode(0xe000 + Math.min(spans.length - 1, 0x18ff));
  });
  const restore = (part: string): string =>
    part.replace(/[\ue000-\uf8ff]/g, (mark) => spans[mark.charCodeAt(0) - 0xe000] ?? mark);
  return masked
    .split(/\n+/)
    .flatMap(splitLine)
    .map((sentence) => restore(sentence).trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function splitLine(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const end of line.matchAll(/[.!?…]+/g)) {
    closers.lastIndex = end.index + end[0].length;
    closers.exec(line);
    const after = Math.max(closers.lastIndex, end.index + end[0].length);
    if (after < line.length && !/\s/.test(line[after] ?? '')) continue;
    const sentence = line.slice(from, after);
    const ending = sentence.slice(-12);
    if (end[0] === '.' && (abbreviation.test(ending) || initial.test(ending))) continue;
    parts.push(sentence);
    from = after;
  }
  parts.push(line.slice(from));
  return parts;
}

const latexNames: readonly (readonly [RegExp, string])[] = [
  [/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2'],
  [/\\sqrt\s*\{([^{}]*)\}/g, '√($1)'],
  [/\\(?:text|mathrm|mathbf)\s*\{([^{}]*)\}/g, '$1'],
  [/\\(?:cdot|times)(?![A-Za-z])/g, '×'],
  [/\\div(?![A-Za-z])/g, '÷'],
  [/\\(?:circ|degree)(?![A-Za-z])/g, '°'],
  [/\\(?:left|right|displaystyle|quad|,|;|!|\(|\)|\[|\])/g, ''],
  [/\{([^{}]*)\}/g, '$1'],
  [/[$\\]/g, ''],
];

/** School LaTeX as plain text: `\frac{3}{4}` as 3/4, `x^{2}` as x^2, without delimiters. */
export function plainMath(text: string): string {
  const short = text.slice(0, longestRead);
  return latexNames.reduce((plain, [pattern, replacement]) => plain.replace(pattern, replacement), short);
}

/** The numbers of a text in order: `3/4` is one number, `1,250` is 1250, `2,5` is 2.5; signs count. */
export function numbersIn(text: string): readonly number[] {
  const plain = plainMath(text)
    .replace(/[−–](?=\d)/g, '-')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d),(?=\d)/g, '$1.');
  const found: number[] = [];
  for (const match of plain.matchAll(/(?<![\w.])(-?)(\d+(?:\.\d+)?)(?:\s?\/\s?(\d+(?:\.\d+)?))?/g)) {
    const value = Number(match[2]) / (match[3] === undefined ? 1 : Number(match[3]));
    if (Number.isFinite(value)) found.push(match[1] === '-' ? -value : value);
  }
  return found;
}

const stopWords = new Set(
  (
    'the and you your for that this with what are was were have has had not but can how does did its his her she they them ' +
    'then than from into out now let lets would could should will which when where who why all any get got just there here ' +
    'one some our about also been being these those such each very more most only over under again'
  ).split(' '),
);

/** Words that carry the subject: lower case, three letters or more, no function words. Numbers stay. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = plainMath(text).toLowerCase();
  return new Set((words.match(/\p{L}{3,}|\d+(?:[.,/]\d+)*/gu) ?? []).filter((word) => !stopWords.has(word)));
}

/** Share of the content words of `text` that also occur in `other`, 0 to 1; 0 if there are none. */
export function sharedWords(text: string, other: string): number {
  const [words, others] = [contentWords(text), contentWords(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return words.size === 0 ? 0 : shared / words.size;
}

/** Whether a text states an answer: its last number if it has one, else at least four fifths of its words. */
export function mentionsAnswer(text: string, answer: string): boolean {
  const wanted = numbersIn(answer).at(-1);
  if (wanted !== undefined)
    return numbersIn(text).some((value) => Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)));
  return contentWords(answer).size > 0 && sharedWords(answer, text) >= 0.8;
}

/** Letters and digits in lower case, with one blank for everything between them. */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const longest = 90;

/** Words to quote: inner quotation marks become apostrophes, at most 90 characters, "…" marks a cut. */
export function briefQuote(text: string): string {
  const characters = Array.from(text.replace(/[“”"]/g, '’'));
  if (characters.length <= longest) return characters.join('');
  const cut = characters.slice(0, longest - 1).join('');
  return `${cut.trimEnd()}…`;
}

/** Stems of the content words, without numbers. Strips English endings from words over three letters. */
export function wordStems(text: string): ReadonlySet<string> {
  const words = [...contentWords(text)].filter((word) => !/^\d/.test(word));
  // “adds”, “added” and “adding” are equal.
  return new Set(words.map((word) => word.replace(/(?<=\w{3})(?:ing|ied|ies|ed|es|ly|s)$/, '')));
}
