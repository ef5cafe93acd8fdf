/** What presentation MathML needs. Neither links, images, events, colours nor styles. */
const elements = new Set([
  ...[
    'math',
    'semantics',
    'mrow',
    'mi',
    'mn',
    'mo',
    'ms',
    'mtext',
    'mspace',
    'msup',
    'msub',
    'msubsup',
    'mfrac',
    'msqrt',
  ],
  ...['mroot', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'mtable', 'mtr', 'mlabeledtr', 'mtd'],
  ...['mstyle', 'mpadded', 'mphantom', 'menclose'],
]);
const attributes = new Set([
  ...['xmlns', 'display', 'mathvariant', 'accent', 'accentunder', 'stretchy', 'fence', 'separator', 'linethickness'],
  ...[
    'displaystyle',
    'scriptlevel',
    'columnalign',
    'rowspacing',
    'columnspacing',
    'columnlines',
    'rowlines',
    'notation',
  ],
  ...[
    'minsize',
    'maxsize',
    'symmetric',
    'largeop',
    'movablelimits',
    'lspace',
    'rspace',
    'width',
    'height',
    'depth',
    'voffset',
  ],
]);
const sizes = new Set(['minsize', 'maxsize', 'lspace', 'rspace', 'width', 'height', 'depth', 'voffset']);
const tag = /^<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>]*")*) ?(\/?)>$/;
const annotation = /<annotation encoding="application\/x-tex">[^<]*<\/annotation>/g;

/** Room that a formula may ask for, in em: more is a way to break the page. */
export const widestSpace = 10;

/**
 * The MathML in KaTeX's markup, its source annotation left out, attributes that are not needed removed. `undefined` when there
 * is none or when it holds anything but MathML: then the formula must be shown as it was written.
 */
export function checkedMathMl(markup: string): string | undefined {
  const start = markup.indexOf('<math');
  const end = markup.lastIndexOf('</math>');
  if (start === -1 || end < start) return undefined;
  const math = markup.slice(start, end + '</math>'.length).replace(annotation, '');
  const open: string[] = [];
  const kept: string[] = [];
  for (const [part] of math.matchAll(/<[^<>]*>|[^<]+|</g)) {
    if (!part.startsWith('<')) {
      kept.push(part);
      continue;
    }
    const [, slash, name = '', given = '', empty] = tag.exec(part) ?? [];
    if (!elements.has(name)) return undefined;
    if (slash === '/') {
      if (open.pop() !== name) return undefined;
      kept.push(`</${name}>`);
      continue;
    }
    if (name === 'math' && open.length > 0) return undefined;
    if (empty !== '/') open.push(name);
    kept.push(`<${name}${keptAttributes(given)}${empty === '/' ? '/' : ''}>`);
  }
  return open.length === 0 ? kept.join('') : undefined;
}

function keptAttributes(given: string): string {
  return [...given.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)]
    .filter(
      ([, name = '', value = '']) =>
        attributes.has(name) && !(sizes.has(name) && Math.abs(Number.parseFloat(value)) > widestSpace),
    )
    .map(([whole]) => whole)
    .join('');
}
