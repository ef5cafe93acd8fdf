import { mathEngine } from './mathEngine';

/** A unit of measure; quantities convert within a `group` only. */
export interface UnitOfMeasure {
  readonly group: string;
  /** Name in mathjs for units that it converts, else a factor to the group's base. */
  readonly scale: { readonly mathjs: string } | { readonly factor: number };
}

type Row = readonly [group: string, mathjs: string, words: string];

// What can be written in several ways at school. Months and years are no fixed number of days, so they stand alone.
const rows: readonly Row[] = [
  ['length', 'mm', 'mm millimeter millimetre'],
  ['length', 'cm', 'cm centimeter centimetre'],
  ['length', 'dm', 'dm decimeter decimetre'],
  ['length', 'm', 'm meter metre'],
  ['length', 'km', 'km kilometer kilometre'],
  ['length', 'inch', 'inch inches'],
  ['length', 'ft', 'ft foot feet'],
  ['length', 'yard', 'yd yard'],
  ['length', 'mile', 'mi mile'],
  ['mass', 'mg', 'mg milligram'],
  ['mass', 'g', 'g gram gramme'],
  ['mass', 'kg', 'kg kilogram kilo'],
  ['mass', 'tonne', 't tonne'],
  ['mass', 'oz', 'oz ounce'],
  ['mass', 'lbm', 'lb lbs pound'],
  ['volume', 'ml', 'ml milliliter millilitre'],
  ['volume', 'cl', 'cl centiliter centilitre'],
  ['volume', 'dl', 'dl deciliter decilitre'],
  ['volume', 'l', 'l liter litre'],
  ['volume', 'teaspoon', 'tsp teaspoon'],
  ['volume', 'tablespoon', 'tbsp tablespoon'],
  ['volume', 'cup', 'cup'],
  ['volume', 'pint', 'pt pint'],
  ['volume', 'quart', 'qt quart'],
  ['volume', 'gallon', 'gal gallon'],
  ['time', 's', 's sec second'],
  ['time', 'minute', 'min minute'],
  ['time', 'hour', 'h hr hrs hour'],
  ['time', 'day', 'day'],
  ['time', 'week', 'wk week'],
  ['angle', 'deg', '° degree'],
];

const factors: readonly (readonly [group: string, factor: number, words: string])[] = [
  ['dollar', 1, '$ dollar'],
  ['dollar', 0.01, '¢ cent'],
  ['euro', 1, '€ euro'],
  ['sterling', 1, '£'],
  ['sterling', 0.01, 'pence p'],
  ['calendar', 1, 'month'],
  ['calendar', 12, 'yr year'],
  ['celsius', 1, '°c degreescelsius degreecelsius'],
  ['fahrenheit', 1, '°f degreesfahrenheit degreefahrenheit'],
];

const unitOfWord = new Map<string, UnitOfMeasure>();
for (const [group, mathjs, words] of rows) {
  for (const word of words.split(' ')) unitOfWord.set(word, { group, scale: { mathjs } });
}
for (const [group, factor, words] of factors) {
  for (const word of words.split(' ')) unitOfWord.set(word, { group, scale: { factor } });
}

function lookUp(word: string): UnitOfMeasure | undefined {
  const lower = word.toLowerCase();
  return unitOfWord.get(lower) ?? (lower.length > 3 ? unitOfWord.get(lower.replace(/s$/, '')) : undefined);
}

const pattern =
  /^\s{0,3}(?:(square|sq\.?|cubic|cu\.?)\s{1,3})?(degrees? (?:celsius|fahrenheit)|°\s?[CF]\b|[°$€£¢]|[a-z]{1,12})(?![a-z])(\s?\^\(?[23]\)?|\s(?:squared|cubed))?(?:(?:\s{0,2}\/\s{0,2}|\s{1,2}(?:per|an?)\s{1,2})([a-z]{1,8})(?![a-z]))?/i;

/** A unit at the beginning of a text and what comes after it; undefined where the words there are none. */
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
    known ? whole.length : whole.length - (/(?:\/|per|an?)\s*[a-z]+$/i.exec(whole)?.[0].length ?? 0),
  );
  const power = /^sq|2|squared/i.test(`${before ?? ''}${after ?? ''}`) ? 2 : (before ?? after) ? 3 : 1;
  if ('factor' in base.scale) return { unit: base, rest };
  if (power > 1) {
    if (base.group !== 'length') return undefined;
    return {
      unit: { group: power === 2 ? 'area' : 'volume', scale: { mathjs: `${base.scale.mathjs}^${power}` } },
      rest,
    };
  }
  if (divisor === undefined) return { unit: base, rest };
  if ('factor' in divisor.scale) return undefined;
  const group = `${base.group} per ${divisor.group}`;
  return { unit: { group, scale: { mathjs: `${base.scale.mathjs}/${divisor.scale.mathjs}` } }, rest };
}

/** `value` in `to` instead of `from`; undefined between groups. */
export function converted(value: number, from: UnitOfMeasure, to: UnitOfMeasure): number | undefined {
  if (from.group !== to.group) return undefined;
  if ('factor' in from.scale || 'factor' in to.scale) {
    if (!('factor' in from.scale) || !('factor' in to.scale)) return undefined;
    return (value * from.scale.factor) / to.scale.factor;
  }
  if (from.scale.mathjs === to.scale.mathjs) return value;
  return mathEngine().unit(value, from.scale.mathjs).toNumber(to.scale.mathjs);
}
