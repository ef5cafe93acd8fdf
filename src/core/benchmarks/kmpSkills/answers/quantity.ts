import { Fraction } from 'fraction.js';
import { exactValue, parseExpression, type Expression } from '../../kmpbench/arithmetic/expression';

/** Quantities convert only within a `group`; `factor` is in its base unit. */
interface UnitOfMeasure {
  readonly group: string;
  readonly factor: Fraction;
}

/** The units of the samples. Answers in other units are compared by their words, or left to a judge. */
const rows: readonly (readonly [group: string, factor: string, words: string])[] = [
  ['length', '1/1000', 'mm millimeter millimetre'],
  ['length', '1/100', 'cm centimeter centimetre'],
  ['length', '1', 'm meter metre'],
  ['length', '1000', 'km kilometer kilometre'],
  ['length^3', '1/1000000', 'ml milliliter millilitre'],
  ['length^3', '1/1000', 'l liter litre'],
  ['mass', '1', 'g gram'],
  ['mass', '1000', 'kg kilogram'],
  ['time', '1', 's sec second'],
  ['time', '60', 'min minute'],
  ['time', '3600', 'h hr hour'],
  ['angle', '1', '° degree'],
  ['cup', '1', 'cup'],
  ['dollar', '1', '$ dollar'],
  ['dollar', '1/100', '¢ cent'],
];

const unitOfWord: ReadonlyMap<string, UnitOfMeasure> = new Map(
  rows.flatMap(([group, factor, words]) =>
    words.split(' ').map((word) => [word, { group, factor: new Fraction(factor) }] as const),
  ),
);

function lookUp(word: string): UnitOfMeasure | undefined {
  const lower = word.toLowerCase();
  return unitOfWord.get(lower) ?? (lower.length > 3 ? unitOfWord.get(lower.replace(/s$/, '')) : undefined);
}

const pattern =
  /^\s{0,3}([°$¢](?!\s?[CF]\b)|[a-z]{1,12}(?![a-z]))(?:\s?\^\(?([23])\)?)?(?:\s?(?:\/|\bper\b)\s?([a-z]{1,8})(?![a-z]))?/i;

export function leadingUnit(text: string): { readonly unit: UnitOfMeasure; readonly rest: string } | undefined {
  const [whole, word = '', power, per] = pattern.exec(text) ?? [];
  const base = lookUp(word);
  const divisor = per === undefined ? undefined : lookUp(per);
  if (whole === undefined || base === undefined || (per !== undefined && divisor === undefined)) return undefined;
  const raised =
    power === undefined ? base : { group: `${base.group}^${power}`, factor: base.factor.pow(Number(power)) };
  const unit = divisor
    ? { group: `${raised.group} per ${divisor.group}`, factor: raised.factor.div(divisor.factor) }
    : raised;
  return { unit, rest: text.slice(whole.length) };
}

export function converted(value: Fraction, from: UnitOfMeasure, to: UnitOfMeasure): Fraction | undefined {
  return from.group === to.group ? value.mul(from.factor).div(to.factor) : undefined;
}

export interface NumberQuantity {
  readonly kind: 'number';
  /** In `unit`, percentages as hundredths. */
  readonly value: Fraction;
  readonly unit?: UnitOfMeasure | undefined;
  readonly percent?: boolean;
}

export type Quantity = NumberQuantity | { readonly kind: 'expression'; readonly expression: Expression };

interface LeadingQuantity {
  readonly quantity: Quantity;
  readonly rest: string;
}

/**
 * Reads the quantity at the start of a text in plain notation. Only letters in `variables` are algebra; anything else
 * after a number is a unit or a word.
 */
export function leadingQuantity(text: string, variables: ReadonlySet<string> = new Set()): LeadingQuantity | undefined {
  const trimmed = text.trimStart();
  return variables.size > 0 ? leadingExpression(trimmed, variables) : leadingNumber(trimmed);
}

const arithmetic = /^(?:[\s\d+\-*/^()]|\.(?=\d))+/;

function leadingNumber(text: string): LeadingQuantity | undefined {
  const [money = '', before, after] = /^(-?)\s?\$\s?(-?)/.exec(text) ?? [];
  const figures = figuresOf(text.slice(money.length));
  if (figures === undefined) return undefined;
  const { value, rest } = figures;
  if (money !== '') {
    const signed = before === '-' || after === '-' ? value.neg() : value;
    return { quantity: { kind: 'number', value: signed, unit: lookUp('$') }, rest };
  }
  const percent = /^\s?(?:%|percent\b|per cent\b)/i.exec(rest)?.[0];
  if (percent !== undefined) {
    return { quantity: { kind: 'number', value: value.div(100), percent: true }, rest: rest.slice(percent.length) };
  }
  const found = leadingUnit(rest);
  return found === undefined
    ? { quantity: { kind: 'number', value }, rest }
    : withSmallerUnits(value, found.unit, found.rest);
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

/** "2 h 15 min": adds the smaller parts in the first unit. */
function withSmallerUnits(value: Fraction, unit: UnitOfMeasure, rest: string): LeadingQuantity {
  const joined = /^\s*(?:and\s+)?(?=\d)/i.exec(rest)?.[0];
  const figures = joined === undefined ? undefined : figuresOf(rest.slice(joined.length));
  const next = figures && leadingUnit(figures.rest);
  const inFirst = next && converted(figures.value, next.unit, unit);
  return next === undefined || inFirst === undefined
    ? { quantity: { kind: 'number', value, unit }, rest }
    : withSmallerUnits(value.add(inFirst), unit, next.rest);
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
