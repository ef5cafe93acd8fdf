import { withoutHidden } from './hiddenCharacters';
import { jsonObjectsIn, withoutExtents } from './lastJsonObject';

/** In characters. Longer replies keep this much, half from the start and half from the end. */
const longestRead = 20_000;

/** Shown reversed up to the end of the override or of the line. */
const reversed = /\u202E([^\u202A-\u202E\n]{0,500})\u202C?/gu;

const forgedFence = /^[^\S\n\r\u2028\u2029]*[-—*=]{3,}\s*(?:begin|end)\b[^\n]*$/gim;

/** LaTeX that shows nothing, or only sets a typeface. */
const typesetting: readonly (readonly [RegExp, string])[] = [
  [/\\[hv]?phantom\s*\{[^{}]{0,200}\}/g, ''],
  [/\\(?:text)?color\s*\{white\}\s*\{(?:[^{}]|\{[^{}]{0,200}\}){0,200}\}/g, ''],
  [/\\(?:math|text)(?:tt|sf|it|bf|bb|cal|rm|scr|frak)\s*\{([^{}]{0,200})\}/g, '$1'],
];

/** What a student would read of a reply, at most 20,000 characters, so that nothing hides behind much text. */
export function readableReply(reply: string): string {
  const half = longestRead / 2 - 2;
  const ends = reply.length > longestRead ? `${reply.slice(0, half)}\n…\n${reply.slice(-half)}` : reply;
  const shown = shownText(ends).replace(forgedFence, '');
  // Empty braces are LaTeX.
  const objects = jsonObjectsIn(shown).filter(({ start, end }) => end - start > 2);
  const straight = withoutLookalikes(withoutExtents(shown, objects)).replace(reversed, (_found, turned: string) =>
    Array.from(turned).reverse().join(''),
  );
  return typesetting.reduce((text, [pattern, by]) => text.replace(pattern, by), withoutHidden(straight));
}

/** Cyrillic and Greek letters that look like a Latin one, and that Latin letter. */
const lookalikes: readonly (readonly [string, string])[] = [
  ['аеорсухѕіјһԁԛԝ', 'aeopcyxsijhdqw'],
  ['АВЕКМНОРСТУХЅІЈ', 'ABEKMHOPCTYXSIJ'],
  ['οαενικρτυχ', 'oaevikptux'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
];

const latin = new Map(
  lookalikes.flatMap(([foreign, own]) =>
    Array.from(foreign, (letter, position) => [letter, own[position] ?? letter] as const),
  ),
);

// Styled letters and digits of mathematics, full-width forms, and two circled numbers in a row (one is a list).
const styled = /[\u{1D400}-\u{1D7FF}]|[\uFF01-\uFF5E]|[\u2460-\u2468\u24EA]{2,}/gu;

/** A word that may mix Latin letters with those of another script. */
const word = /[A-Za-z\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;
const foreignLetter = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

// A single foreign letter used as a variable: "х = 5", "3х".
const loneVariable = /(?<=\d)[хуаκ](?!\p{L})|(?<!\p{L})[ху](?=\s?=)/gu;

/** Replaces letters and digits that only look like plain ones. Superscripts and fractions stay. */
function withoutLookalikes(text: string): string {
  if (!/[\u0370-\u052F\u2460-\u24EA\uFF01-\uFF5E]|[\u{1D400}-\u{1D7FF}]/u.test(text)) return text;
  return text
    .replace(styled, (found) => found.normalize('NFKC'))
    .replace(word, (found) => (foreignLetter.test(found) && /[A-Za-z]/.test(found) ? plainLetters(found) : found))
    .replace(loneVariable, plainLetters);
}

function plainLetters(word: string): string {
  return Array.from(word, (letter) => latin.get(letter) ?? letter).join('');
}

/** Elements that a page hides, with their content. Those over 2,000 characters stay, to bound the time. */
const unseen =
  /<(script|style|template|title)\b[^>]{0,500}>[\s\S]{0,2000}?(?:<\/\1\s*>|$)|<(span|div|p|b|i|em|font)\b(?=[^>]{0,500}(?:\shidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0))[^>]{0,500}>[\s\S]{0,2000}?(?:<\/\2\s*>|$)/gi;

// Markdown link definitions, which are used as comments.
const markdownComment = /^[ \t]{0,3}\[(?:\/\/|comment|[^\]\n]{0,40})\]:[ \t]*(?:#|<>)[^\n]*$/gim;

// A tag with attributes has an equals sign. A letter right before "<b>" makes it a comparison.
const attributes = String.raw`(?:\s+(?:hidden\b|[\w:-]+\s*=)[^>]{0,500})?\s*/?>`;
const breaking = new RegExp(
  `</?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|blockquote|pre|details|summary)${attributes}`,
  'gi',
);
const inline = new RegExp(
  String.raw`</(?:[abiqsu]|abbr|big|code|del|em|font|ins|kbd|mark|small|span|strong|sub|sup|tt|var)\s*>|(?<!\w)<[abiqsu]${attributes}|` +
    `<(?:abbr|big|code|del|em|font|img|ins|kbd|mark|small|span|strong|sub|sup|tt|var|wbr)${attributes}`,
  'gi',
);

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const entity = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(lt|gt|amp|quot|apos|nbsp));/gi;

/** Text as a page shows its HTML. Only known tags count, so comparison signs stay. */
function shownText(text: string): string {
  return withoutHtmlComments(text.replace(markdownComment, ''))
    .replace(unseen, '')
    .replace(breaking, '\n')
    .replace(inline, '')
    .replace(entity, resolved);
}

/** An unclosed comment hides the rest. One pass, because a regex would restart at each of many openings. */
function withoutHtmlComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', from)) {
    kept.push(text.slice(from, open));
    const close = text.indexOf('-->', open + 4);
    if (close === -1) return kept.join('');
    from = close + 3;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

function resolved(found: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? found;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : found;
}
