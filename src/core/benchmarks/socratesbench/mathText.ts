import { readableText } from '../../judging/readableText';
import { plainMath } from '../../judging/replyText';

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const subscripts = '₀₁₂₃₄₅₆₇₈₉';

const rewrites: readonly (readonly [RegExp, string])[] = [
  [/[−–—‒﹣－]/g, '-'],
  [/[×·⋅∙∗*]/g, '*'],
  [/[÷⁄]/g, '/'],
  [/\bsqrt\b/g, '√'],
  [/\b(?:minus|negative|negativa) (?=\d)/g, '-'],
  // Digits in groups of three: blank or comma between them, not after a lone 0, which starts a decimal.
  [/(?<![\d.,])([1-9]\d{0,2})[ \u00a0\u202f](?=\d{3}(?!\d))/g, '$1'],
  [/(?<![\d.,])([1-9]\d{0,2}),(?=\d{3}(?!\d))/g, '$1'],
  [/(\d),(?=\d)/g, '$1.'],
  [/[ \t\u00a0\u202f]+/g, ' '],
];

/**
 * A text as the simulated judges and the word search read it: lower case, LaTeX and typographic signs as plain ones, `x²` as
 * `x^2`, `x₁` as `x_1`, `½` as ` 1/2`, `3,5` as `3.5`, `1 200` as `1200`; what a student would not see is gone. Looks at the first
 * 20,000 characters.
 */
export function mathText(text: string): string {
  const plain = plainMath(readableText(text))
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (sign) => `^${superscripts.indexOf(sign)}`)
    .replace(/[₀₁₂₃₄₅₆₇₈₉]/g, (sign) => `_${subscripts.indexOf(sign)}`)
    .replace(/[¼½¾⅓⅔⅛⅜⅝⅞]/g, (sign) => ` ${sign}`)
    .normalize('NFKC')
    .toLowerCase();
  return rewrites.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), plain);
}
