const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const parts: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fourth: 4,
  fourths: 4,
  fifth: 5,
  fifths: 5,
  sixth: 6,
  sixths: 6,
  eighth: 8,
  eighths: 8,
  tenth: 10,
  tenths: 10,
};

const valueOfWord = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...tens.map((word, place) => [word, 10 * (place + 2)] as const),
]);

const number = [...valueOfWord.keys()].join('|');
const fraction = Object.keys(parts).join('|');
const mixed = new RegExp(`\\b(${number}) and (?:(?:a|one)[ -])?(half|third|quarter)\\b`, 'gi');
const fractional = new RegExp(`\\b(?:(${number})|an?)[ -](${fraction})\\b`, 'gi');
const twoDigits = new RegExp(`\\b(${tens.join('|')})[- ](${units.slice(1, 10).join('|')})\\b`, 'gi');
const hundreds = new RegExp(`\\b(\\d{1,2}|${units.slice(1, 20).join('|')}) hundred(?: (?:and )?(\\d{1,2}))?\\b`, 'gi');
const single = new RegExp(`\\b(${number})\\b`, 'gi');

/** Number words from zero to nineteen hundred, halves to tenths and "two and a half" written as figures. */
export function numberWordsAsFigures(text: string): string {
  const value = (word: string): number => valueOfWord.get(word.toLowerCase()) ?? Number(word);
  return text
    .replace(mixed, (_all, whole: string, part: string) => `${value(whole)} 1/${parts[part.toLowerCase()] ?? 1}`)
    .replace(fractional, (_all, top: string | undefined, part: string) => {
      return `${top === undefined ? 1 : value(top)}/${parts[part.toLowerCase()] ?? 1}`;
    })
    .replace(twoDigits, (_all, ten: string, one: string) => String(value(ten) + value(one)))
    .replace(single, (word) => String(value(word)))
    .replace(hundreds, (_all, count: string, rest: string | undefined) =>
      String(100 * value(count) + Number(rest ?? 0)),
    );
}
