/** Elements that a page does not show, with what they hold; those of more than 2,000 characters are left, for the sake of time. */
const unseen =
  /<(script|style|template|title)\b[^>]{0,500}>[\s\S]{0,2000}?(?:<\/\1\s*>|$)|<(span|div|p|b|i|em|font)\b(?=[^>]{0,500}(?:\shidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0))[^>]{0,500}>[\s\S]{0,2000}?(?:<\/\2\s*>|$)/gi;

// Markdown link definitions, which are used as comments.
const markdownComment = /^[ \t]{0,3}\[(?:\/\/|comment|[^\]\n]{0,40})\]:[ \t]*(?:#|<>)[^\n]*$/gim;

// With attributes a tag has an equals sign; and a letter right before "<b>" makes it a comparison.
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

/**
 * Text with HTML as a page would show it: comments, scripts and hidden elements gone with what they hold, other tags gone and their
 * words kept, character references resolved. Signs of comparison are left alone: only known tags count.
 */
export function shownText(text: string): string {
  const withoutComments = text.includes(']:') ? text.replace(markdownComment, '') : text;
  const withoutTags = withoutComments.includes('<')
    ? withoutHtmlComments(withoutComments).replace(unseen, '').replace(breaking, '\n').replace(inline, '')
    : withoutComments;
  return withoutTags.includes('&') ? withoutTags.replace(entity, resolved) : withoutTags;
}

/** One that is not closed hides all that follows. In one pass: an expression would start over at each of many openings. */
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
