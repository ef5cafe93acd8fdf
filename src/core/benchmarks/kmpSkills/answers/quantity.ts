import { Fraction } from 'fraction.js';
import { exactValue, parseExpression, type Expression } from '../../kmpbench/arithmetic/expression';

/** Quantities convert only within a `group`; `factor` is in its base unit. */
interface UnitOfMeasure {
  readonly group: string;
  readonly factor: Fraction;
}

/** `factor` is the number of base units: whole, decimal, or `a/b`. */
type Row = readonly [group: string, factor: string, words: string];

// School units with several spellings. Bases: metre, gram, cubic metre, second, degree. Inch, pound and gallon follow
// the international yard and pound and the US gallon; spoons are metric.
const measures: readonly Row[] = [
  ['length', '1/1000', 'mm millimeter millimetre'],
  ['length', '1/100', 'cm centimeter centimetre'],
  ['length', '1/10', 'dm decimeter decimetre'],
  ['length', '1', 'm meter metre'],
  ['length', '1000', 'km kilometer kilometre'],
  ['length', '0.0254', 'inch inches'],
  ['length', '0.3048', 'ft foot feet'],
  ['length', '0.9144', 'yd yard'],
  ['length', '1609.344', 'mi mile'],
  ['mass', '1/1000', 'mg milligram'],
  ['mass', '1', 'g gram gramme'],
  ['mass', '1000', 'kg kilogram kilo'],
  ['mass', '1000000', 't tonne'],
  ['mass', '28.349523125', 'oz ounce'],
  ['mass', '453.59237', 'lb lbs pound'],
  ['volume', '0.000001', 'ml milliliter millilitre'],
  ['volume', '0.00001', 'cl centiliter centilitre'],
  ['volume', '0.0001', 'dl deciliter decilitre'],
  ['volume', '0.001', 'l liter litre'],
  ['volume', '0.000005', 'tsp teaspoon'],
  ['volume', '0.000015', 'tbsp tablespoon'],
  ['volume', '0.0002365882365', 'cup'],
  ['volume', '0.000473176473', 'pt pint'],
  ['volume', '0.000946352946', 'qt quart'],
  ['volume', '0.003785411784', 'gal gallon'],
  ['time', '1', 's sec second'],
  ['time', '60', 'min minute'],
  ['time', '3600', 'h hr hrs hour'],
  ['time', '86400', 'day'],
  ['time', '604800', 'wk week'],
  ['angle', '1', '° degree'],
];

// These take no power and no "per". Months and years have no fixed number of days, so they do not convert.
const plainRows: readonly Row[] = [
  ['dollar', '1', '$ dollar'],
  ['dollar', '1/100', '¢ cent'],
  ['euro', '1', '€ euro'],
  ['sterling', '1', '£'],
  ['sterling', '1/100', 'pence p'],
  ['calendar', '1', 'month'],
  ['calendar', '12', 'yr year'],
  ['celsius', '1', '°c degreescelsius degreecelsius'],
  ['fahrenheit', '1', '°f degreesfahrenheit degreefahrenheit'],
];

const plainGroups: ReadonlySet<string> = new Set(plainRows.map(([group]) => group));

const unitOfWord: ReadonlyMap<string, UnitOfMeasure> = new Map(
  [...measures, ...plainRows].flatMap(([group, factor, words]) => {
    const unit = { group, factor: new Fraction(factor) };
    return words.split(' ').map((word) => [word, unit] as const);
  }),
);

function lookUp(word: string): UnitOfMeasure | undefined {
  const lower = word.toLowerCase();
  return unitOfWord.get(lower) ?? (lower.length > 3 ? unitOfWord.get(lower.replace(/s$/, '')) : undefined);
}

const pattern =
  /^\s{0,3}(?:(square|sq\.?|cubic|cu\.?)\s{1,3})?(degrees? (?:celsius|fahrenheit)|°\s?[CF]\b|[°$€£¢]|[a-z]{1,12})(?![a-z])(\s?\^\(?[23]\)?|\s(?:squared|cubed))?(?:(?:\s{0,2}\/\s{0,2}|\s{1,2}(?:per|an?)\s{1,2})([a-z]{1,8})(?![a-z]))?/i;

export function leadingUnit(text: string): { readonly unit: UnitOfMeasure; readonly rest: string } | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [whole, before, word = '', after, per] = found;
  // "12 in all": the preposition, not the inch.
  const inch = /^in$/i.test(word) && !/^\s*in\s+[a-z]/i.test(text) ? lookUp('inch') : undefined;
  const base = /^mph$/i.test(word) ? lookUp('mile') : (inch ?? lookUp(word.replace(/\s/g, '')));
  if (base === undefined) return undefined;
  const divisor = /^mph$/i.test(word) ? lookUp('hour') : per === undefined ? undefined : lookUp(per);
  const known = per === undefined || divisor !== undefined;
  const rest = text.slice(
    known ? whole.length : whole.length - (/(?:\/|per|an?)\s{0,2}[a-z]{1,8}$/i.exec(whole)?.[0].length ?? 0),
  );
  const { group, factor } = base;
  if (plainGroups.has(group)) return { unit: base, rest };
  if (before !== undefined || after !== undefined) {
    if (group !== 'length') return undefined;
    const isSquare = /^sq|2|squared/i.test(`${before ?? ''}${after ?? ''}`);
    const unit = isSquare ? { group: 'area', factor: factor.pow(2) } : { group: 'volume', factor: factor.pow(3) };
    return { unit, rest };
  }
  if (divisor === undefined) return { unit: base, rest };
  if (plainGroups.has(divisor.group)) return undefined;
  return { unit: { group: `${group} per ${divisor.group}`, factor: factor.div(divisor.factor) }, rest };
}

export function converted(value: Fraction, from: UnitOfMeasure, to: UnitOfMeasure): Fraction | undefined {
  return from.group === to.group ? value.mul(from.factor).div(to.factor) : undefined;
}

interface NumberQuantity {
  readonly kind: 'number';
  /** In `unit`, percentages as hundredths. */
  readonly value: Fraction;
  readonly unit?: UnitOfMeasure | undefined;
  readonly percent?: boolean;
}

export type Quantity =
  | NumberQuantity
  | { readonly kind: 'ratio'; readonly parts: readonly Fraction[] }
  /** `minutes` after midnight, or after noon if `half` is `pm`; without `half`, on a 24-hour clock. */
  | { readonly kind: 'clock'; readonly minutes: number; readonly half: 'am' | 'pm' | undefined }
  | { readonly kind: 'remainder'; readonly quotient: number; readonly remainder: number }
  | { readonly kind: 'expression'; readonly expression: Expression };

interface LeadingQuantity {
  readonly quantity: Quantity;
  readonly rest: string;
}

const noVariables: ReadonlySet<string> = new Set();

/**
 * Reads the quantity at the start of a text in plain notation. Only letters in `variables` are algebra; anything else
 * after a number is a unit or a word.
 */
export function leadingQuantity(
  text: string,
  variables: ReadonlySet<string> = noVariables,
): LeadingQuantity | undefined {
  const trimmed = text.trimStart();
  if (variables.size > 0) return leadingExpression(trimmed, variables);
  return leadingClock(trimmed) ?? leadingPair(trimmed) ?? leadingNumber(trimmed);
}

const clock = /^(\d{1,2})(?::(\d{2}))?\s?(?:([ap])\.?\s?m\b\.?|o'clock)/i;

function leadingClock(text: string): LeadingQuantity | undefined {
  const found = clock.exec(text);
  if (found === null) return undefined;
  const [whole, hours, minutes, half] = found;
  const hour = Number(hours);
  if (hour > 24 || Number(minutes ?? 0) > 59) return undefined;
  const said = half === undefined ? undefined : /a/i.test(half) ? 'am' : 'pm';
  const total = 60 * (said === undefined ? hour : hour % 12) + Number(minutes ?? 0);
  return { quantity: { kind: 'clock', minutes: total, half: said }, rest: text.slice(whole.length) };
}

const ratio =
  /^(\d{1,9}(?:\.\d{1,6})?)(?:\s?:\s?(\d{1,9}(?:\.\d{1,6})?)(?:\s?:\s?(\d{1,9}))?|\s+to\s+(\d{1,9})(?!\d|\/|\.\d))/;
const remainder = /^(\d{1,12})\s*(?:r|rem|remainder)\.?\s*(?:of\s+)?(\d{1,12})\b/i;

function leadingPair(text: string): LeadingQuantity | undefined {
  const left = remainder.exec(text);
  if (left !== null) {
    const [quotient, rest] = [Number(left[1]), Number(left[2])];
    return { quantity: { kind: 'remainder', quotient, remainder: rest }, rest: text.slice(left[0].length) };
  }
  const found = ratio.exec(text);
  if (found === null) return undefined;
  const parts = found.slice(1).flatMap((part: string | undefined) => exactValue(part ?? '') ?? []);
  return { quantity: { kind: 'ratio', parts }, rest: text.slice(found[0].length) };
}

const arithmetic = /^(?:[\s\d+\-*/^()]|\.(?=\d))+/;

function leadingNumber(text: string): LeadingQuantity | undefined {
  const money = /^(-?)\s?([$€£])\s?(-?)/.exec(text);
  const sign = money?.[1] === '-' || money?.[3] === '-' ? -1 : 1;
  const source = money === null ? text : text.slice(money[0].length);
  const figures = figuresOf(source);
  if (figures === undefined) return undefined;
  const value = figures.value.mul(sign);
  if (money !== null) {
    const unit = leadingUnit(money[2] ?? '')?.unit;
    return { quantity: { kind: 'number', value, unit }, rest: figures.rest };
  }
  const percent = /^\s?(?:%|percent\b|per cent\b|pct\b)/i.exec(figures.rest);
  if (percent !== null) {
    const quantity: Quantity = { kind: 'number', value: value.div(100), percent: true };
    return { quantity, rest: figures.rest.slice(percent[0].length) };
  }
  const found = leadingUnit(figures.rest);
  if (found === undefined) return { quantity: { kind: 'number', value }, rest: figures.rest };
  return withSmallerUnits(value, found.unit, found.rest);
}

/** A sign or an open bracket at the end belongs to the next part. */
function withoutOpenEnd(formula = ''): string {
  return formula.replace(/(?<![\s+\-*/^(])[\s+\-*/^(]+$/, '');
}

function figuresOf(text: string): { readonly value: Fraction; readonly rest: string } | undefined {
  const figures = withoutOpenEnd(arithmetic.exec(text)?.[0]);
  const value = figures === '' ? undefined : exactValue(figures);
  return value === undefined ? undefined : { value, rest: text.slice(figures.length) };
}

/** "2 h 15 min": adds the smaller parts in the first unit. A bare "m" after hours is minutes. */
function withSmallerUnits(value: Fraction, unit: UnitOfMeasure, rest: string): LeadingQuantity {
  let total = value;
  let left = rest;
  for (let part = 0; part < 3; part += 1) {
    const joined = /^(?:\s*,)?\s*(?:and\s+)?(?=\d)/i.exec(left);
    const figures = joined === null ? undefined : figuresOf(left.slice(joined[0].length));
    const next = figures && leadingUnit(figures.rest.replace(/^\s?m\b(?!\^)/, unit.group === 'time' ? ' min' : ' m'));
    const inFirst = next && converted(figures.value, next.unit, unit);
    if (next === undefined || inFirst === undefined) break;
    total = total.add(inFirst);
    left = next.rest;
  }
  return { quantity: { kind: 'number', value: total, unit }, rest: left };
}

function leadingExpression(text: string, variables: ReadonlySet<string>): LeadingQuantity | undefined {
  const letters = [...variables].join('');
  const allowed = new RegExp(
    `^(?:[\\s\\d+\\-*/^()]|\\.(?=\\d)|[${letters}](?!')(?=[${letters}\\d\\s+\\-*/^().,;]|$))+`,
  );
  const formula = withoutOpenEnd(allowed.exec(text)?.[0]);
  const expression = formula === '' ? undefined : parseExpression(formula);
  return expression && { quantity: { kind: 'expression', expression }, rest: text.slice(formula.length) };
}

const small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
const units = `${small} seventeen eighteen nineteen`.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const fractions = { half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, sixth: 6, eighth: 8, tenth: 10 };
const parts: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(fractions).flatMap(([word, value]) =>
    [word, word === 'half' ? 'halves' : `${word}s`].map((form) => [form, value]),
  ),
);

const valueOfWord = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...tens.map((word, position) => [word, 10 * (position + 2)] as const),
]);

const number = [...valueOfWord.keys()].join('|');
const fraction = Object.keys(parts).join('|');
const mixed = new RegExp(`\\b(${number}) and (?:(?:a|one)[ -])?(half|third|quarter)\\b`, 'gi');
const fractional = new RegExp(`\\b(?:(${number})|an?)[ -](${fraction})\\b`, 'gi');
const twoDigits = new RegExp(`\\b(${tens.join('|')})[- ](${units.slice(1, 10).join('|')})\\b`, 'gi');
const hundreds = new RegExp(`\\b(\\d{1,2}|${units.slice(1, 20).join('|')}) hundred(?: (?:and )?(\\d{1,2}))?\\b`, 'gi');
const single = new RegExp(`\\b(${number})\\b`, 'gi');

/** Writes number words from zero to nineteen hundred, halves to tenths and "two and a half" as figures. */
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
