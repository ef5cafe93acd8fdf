import { config, t } from '@vscode/l10n/dist/browser.js';

export { config, t };

/** `1 reply`, `2 replies`, `1,204 replies`. The bundles have both forms, as `{0} reply` and `{0} replies`. */
export function countWords(count: number, one: string, many: string): string {
  return t('{0} ' + (count === 1 ? one : many), wholeNumber(count));
}

/** More are not worth a number. */
export const mostSamples = 10_000;

/** `needs about 31 more samples`, with the cost behind it. */
export function moreSamplesWords(samples: number, cost = ''): string {
  if (samples > mostSamples) return t`needs over ${wholeNumber(mostSamples)} more samples`;
  return t`needs about ${countWords(samples, 'more sample', 'more samples') + cost}`;
}

/** `3 of 80 replies`. */
export function countOf(count: number, total: number, one: string, many: string): string {
  return t`${wholeNumber(count)} of ${countWords(total, one, many)}`;
}

/** `1 of 80 replies is`, `3 of 80 replies are`. */
export function verbFor(count: number, one: string, many: string): string {
  return t(count === 1 ? one : many);
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : t`${parts.slice(0, -1).join(', ')} and ${String(parts.at(-1))}`;
}

/** What stands between thousands and before decimals: `,.` in English. */
export const numberMarks = (): string => t`,.`;

/** As `toLocaleString` writes whole numbers. Its set-up time would slow short commands down. */
export function wholeNumber(count: number): string {
  return Number.isSafeInteger(count)
    ? String(count).replace(/\B(?=(?:\d{3}){1,5}$)/g, numberMarks().charAt(0))
    : count.toLocaleString('en');
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As it continues a sentence; an abbreviation keeps its capitals. */
export function uncapitalized(text: string): string {
  return text.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
