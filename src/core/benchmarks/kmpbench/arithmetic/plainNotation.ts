/** In characters: a limit for hostile text, far above a worked solution. */
const longestRead = 20_000;

const commands: readonly (readonly [RegExp, string])[] = [
  [/\\(?:cdot|times|ast)(?![A-Za-z])/g, '*'],
  [/\\div(?![A-Za-z])/g, '/'],
  [/\\[dtc]?frac\s*(\d)\s*(\d)/g, ' $1/$2'],
  [/\\pi(?![A-Za-z])/g, 'π'],
  [/\^\s*\\circ(?![A-Za-z])|\\(?:circ|degree)(?![A-Za-z])/g, '°'],
  [/\\(?:approx|sim)(?![A-Za-z])/g, '≈'],
  [/\\(?:left|right|displaystyle|quad|qquad|[()[\],;:!])/g, ' '],
  [/\\([%$#&_{}])/g, '$1'],
];

const groups: readonly (readonly [RegExp, string])[] = [
  // A fraction of whole numbers stays bare, so that 1\frac{1}{2} is read as a mixed number.
  [/\\[dtc]?frac\s*\{\s*(\d{1,30})\s*\}\s*\{\s*(\d{1,30})\s*\}/g, ' $1/$2'],
  [/\\[dtc]?frac\s*\{([^{}]{0,100})\}\s*\{([^{}]{0,100})\}/g, '(($1)/($2))'],
  [/\\(?:text|textbf|textit|mathrm|mathbf|mbox|operatorname)\s*\{([^{}]{0,200})\}/g, ' $1 '],
  [/\\(?:boxed|fbox)\s*\{([^{}]{0,300})\}/g, ' ⟦$1⟧ '],
  [/\^\s*\{([^{}]{0,50})\}/g, '^($1)'],
];

const deepestNesting = 5;

/**
 * Rewrites school mathematics in one plain notation: LaTeX, Unicode fractions, exponents, operators, thousands
 * separators and Markdown emphasis. `\boxed{…}` becomes `⟦…⟧`. Reads the last 20,000 characters.
 */
export function plainNotation(text: string): string {
  let plain = text
    .slice(-longestRead)
    .replace(/[*_]{2}|`/g, '')
    .replace(/\{,\}/g, ',')
    // Removes dollars around a formula and keeps those of money.
    .replace(/(?<!\\)\$\$?(?=\S)((?:\\\$|[^$\n]){1,200}?)(?<=[^\s\\])\$\$?(?!\d)/g, ' $1 ');
  for (const [pattern, replacement] of commands) plain = plain.replace(pattern, replacement);
  for (let depth = 0; depth < deepestNesting && plain.includes('{'); depth += 1) {
    for (const [pattern, replacement] of groups) plain = plain.replace(pattern, replacement);
  }
  return (
    plain
      .replace(/(?<=\d)(?=[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g, ' ')
      .replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/g, (sign) => sign.normalize('NFKC').replace('⁄', '/'))
      .replace(/[−–](?=\s?[\d.$€£(A-Za-z])/g, '-')
      .replace(/[×·∙⋅]/g, '*')
      // "3 ÷ 2/3" divides by the whole fraction.
      .replace(/÷\s?(\d{1,9})\/(\d{1,9})/g, '/ ($1/$2)')
      .replace(/÷/g, '/')
      .replace(/⁄/g, '/')
      .replace(/²/g, '^2')
      .replace(/³/g, '^3')
      .replace(/[\u00A0\u202F\u2009]/g, ' ')
      .replace(/(?<=(?<!\d)\d{1,3}(?:,\d{3}){0,6}),(?=\d{3}(?!\d))/g, '')
      .replace(/(?<!\\)\$(?![\s]?-?[\d.])/g, ' ')
      .replace(/’/g, "'")
  );
}
