import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = Readonly<Record<string, string>>;

/** The language of no country, in which every text of the page is easy to tell from what is left in English. */
export const madeUp = 'qps';
/** Texts that are no words: the marks of numbers, and a language whose dates have no letters of ours. */
const noWords: Texts = { ',.': ',.', 'en-GB': 'ja-JP' };

/** Wide letters in place of ours, but for the places of values. */
export function widened(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : String.fromCharCode(found.charCodeAt(0) + 0xfee0),
  );
}

/** The bundle of the language that a page is opened in; empty for English. */
export function textsOf(language: string): Texts {
  if (language === 'en') return {};
  const file = language === madeUp ? 'bundle.l10n.json' : `bundle.l10n.${language}.json`;
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, '../../l10n', file), 'utf8')) as Texts;
  if (language !== madeUp) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, noWords[key] ?? widened(text)]));
}
