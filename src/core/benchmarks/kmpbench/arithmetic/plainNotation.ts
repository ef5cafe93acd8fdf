import { plainMath } from '../../../benchmark/judging/replyText';

/** In characters: a limit for hostile text, far above a worked solution. */
const longestRead = 20_000;

const groups: readonly (readonly [RegExp, string])[] = [
  // A fraction of whole numbers stays bare, so that 1\frac{1}{2} is read as a mixed number.
  [/\\[dtc]?frac\s*(?:\{\s*(\d{1,30})\s*\}\s*\{\s*(\d{1,30})\s*\}|(\d)\s*(\d))/g, ' $1$3/$2$4'],
  [/\\[dtc]?frac\s*\{([^{}]{0,100})\}\s*\{([^{}]{0,100})\}/g, '(($1)/($2))'],
  [/\\(?:text|textbf|textit|mathrm|mathbf|mbox|operatorname)\s*\{([^{}]{0,200})\}/g, ' $1 '],
  [/\\(?:boxed|fbox)\s*\{([^{}]{0,300})\}/g, ' ⟦$1⟧ '],
  [/\^\s*\{([^{}]{0,50})\}/g, '^($1)'],
];

const deepestNesting = 5;

const signs: readonly (readonly [RegExp, string])[] = [
  [/\^\s*°/g, '°'],
  [/(?<=\d)(?=[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g, ' '],
  [/[−–](?=\s?[\d.$€£(A-Za-z])/g, '-'],
  [/[×·∙⋅]/g, '*'],
  // "3 ÷ 2/3" divides by the whole fraction.
  [/÷\s?(\d{1,9})\/(\d{1,9})/g, '/ ($1/$2)'],
  [/[÷⁄]/g, '/'],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/[\u00A0\u202F\u2009]/g, ' '],
  [/(?<=(?<!\d)\d{1,3}(?:,\d{3}){0,6}),(?=\d{3}(?!\d))/g, ''],
  [/’/g, "'"],
];

/**
 * Rewrites school mathematics in one plain notation: LaTeX, Unicode fractions, exponents, operators, thousands
 * separators and Markdown emphasis. `\boxed{…}` becomes `⟦…⟧`. Reads the last 20,000 characters.
 */
export function plainNotation(text: string): string {
  let plain = text
    .slice(-longestRead)
    .replace(/[*_]{2}|`/g, '')
    .replace(/\{,\}/g, ',')
    .replace(/\\pi(?![A-Za-z])/g, 'π')
    .replace(/\\ast(?![A-Za-z])/g, '*');
  for (let depth = 0; depth < deepestNesting && /[{\\]/.test(plain); depth += 1) {
    for (const [pattern, replacement] of groups) plain = plain.replace(pattern, replacement);
  }
  plain = signs.reduce((now, [pattern, replacement]) => now.replace(pattern, replacement), plainMath(plain));
  return plain.replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/g, (sign) => sign.normalize('NFKC').replace('⁄', '/'));
}
