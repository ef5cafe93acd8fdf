import { Fraction } from 'fraction.js';

/** A unit of measure; quantities convert within a `group` only. */
export interface UnitOfMeasure {
  readonly group: string;
  /** How many of the group's base unit it is, exactly. */
  readonly factor: Fraction;
}

/** How many of the base unit: whole, decimal, or `a/b`. */
type Row = readonly [group: string, factor: string, words: string];

// What can be written in several ways at school. The bases are metre, gram, cubic metre, second and degree; inch, pound and
// gallon are defined by them (international yard and pound, US gallon), spoons are the metric ones.
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

// These take no power and no "per". Months and years are no fixed number of days, so they stand alone.
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
    known ? whole.length : whole.length - (/(?:\/|per|an?)\s{0,2}[a-z]{1,8}$/i.exec(whole)?.[0].length ?? 0),
  );
  const power = /^sq|2|squared/i.test(`${before ?? ''}${after ?? ''}`) ? 2 : (before ?? after) ? 3 : 1;
  if (plainGroups.has(base.group)) return { unit: base, rest };
  if (power > 1) {
    if (base.group !== 'length') return undefined;
    const { factor } = base;
    return {
      unit: power === 2 ? { group: 'area', factor: factor.mul(factor) } : { group: 'volume', factor: cubeOf(factor) },
      rest,
    };
  }
  if (divisor === undefined) return { unit: base, rest };
  if (plainGroups.has(divisor.group)) return undefined;
  return { unit: { group: `${base.group} per ${divisor.group}`, factor: base.factor.div(divisor.factor) }, rest };
}

function cubeOf(factor: Fraction): Fraction {
  return factor.mul(factor).mul(factor);
}

/** `value` in `to` instead of `from`; undefined between groups. */
export function converted(value: Fraction, from: UnitOfMeasure, to: UnitOfMeasure): Fraction | undefined {
  return from.group === to.group ? value.mul(from.factor).div(to.factor) : undefined;
}
