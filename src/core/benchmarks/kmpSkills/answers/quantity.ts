import type { Fraction } from 'fraction.js';
import { exactValue, parseExpression, type Expression } from '../../kmpbench/arithmetic/expression';
import { converted, leadingUnit, type UnitOfMeasure } from './unitOfMeasure';

/** What a short answer says, as far as it can be compared. */
export type Quantity =
  /** `value` in `unit`, percentages as hundredths. */
  | {
      readonly kind: 'number';
      readonly value: Fraction;
      readonly unit: UnitOfMeasure | undefined;
      readonly percent: boolean;
    }
  | { readonly kind: 'ratio'; readonly parts: readonly Fraction[] }
  /** `minutes` after midnight or noon when `half` is said, else as on a 24-hour clock. */
  | { readonly kind: 'clock'; readonly minutes: number; readonly half: 'am' | 'pm' | undefined }
  | { readonly kind: 'remainder'; readonly quotient: string; readonly remainder: string }
  | { readonly kind: 'expression'; readonly expression: Expression };

/** A quantity at the beginning of a text, and the text after it. */
export interface LeadingQuantity {
  readonly quantity: Quantity;
  readonly rest: string;
}

const noVariables: ReadonlySet<string> = new Set();

/**
 * Reads the quantity that a text in plain notation begins with. Letters are read as algebra only when they are among `variables`;
 * everything else after a number is a unit or a word.
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
    const [whole, quotient = '', rest = ''] = left;
    return { quantity: { kind: 'remainder', quotient, remainder: rest }, rest: text.slice(whole.length) };
  }
  const found = ratio.exec(text);
  if (found === null) return undefined;
  const parts = found
    .slice(1)
    .flatMap((part: string | undefined) => (part === undefined ? [] : (exactValue(part) ?? [])));
  return { quantity: { kind: 'ratio', parts }, rest: text.slice(found[0].length) };
}

const arithmetic = /^(?:[\s\d+\-*/^()]|\.(?=\d))+/;

/** A number, mixed number, sum of money, percentage or measure, compound ones such as "2 h 15 min" included. */
function leadingNumber(text: string): LeadingQuantity | undefined {
  const money = /^(-?)\s?([$€£])\s?(-?)/.exec(text);
  const sign = money?.[1] === '-' || money?.[3] === '-' ? -1 : 1;
  const source = money === null ? text : text.slice(money[0].length);
  const figures = figuresOf(source);
  if (figures === undefined) return undefined;
  const value = figures.value.mul(sign);
  if (money !== null) {
    const unit = leadingUnit(money[2] ?? '')?.unit;
    return { quantity: { kind: 'number', value, unit, percent: false }, rest: figures.rest };
  }
  const percent = /^\s?(?:%|percent\b|per cent\b|pct\b)/i.exec(figures.rest);
  if (percent !== null) {
    const quantity: Quantity = { kind: 'number', value: value.div(100), unit: undefined, percent: true };
    return { quantity, rest: figures.rest.slice(percent[0].length) };
  }
  const found = leadingUnit(figures.rest);
  if (found === undefined) {
    return { quantity: { kind: 'number', value, unit: undefined, percent: false }, rest: figures.rest };
  }
  return withSmallerUnits(value, found.unit, found.rest);
}

function figuresOf(text: string): { readonly value: Fraction; readonly rest: string } | undefined {
  const raw = arithmetic.exec(text)?.[0] ?? '';
  // A sign or an opened bracket at the end belongs to what follows.
  const figures = raw.replace(/(?<![\s+\-*/^(])[\s+\-*/^(]+$/, '');
  const value = figures === '' ? undefined : exactValue(figures);
  return value === undefined ? undefined : { value, rest: text.slice(figures.length) };
}

/** "2 h 15 min": the parts that follow are added in the first unit. A bare "m" after hours is minutes. */
function withSmallerUnits(value: Fraction, unit: UnitOfMeasure, rest: string): LeadingQuantity {
  let total = value;
  let left = rest;
  for (let part = 0; part < 3; part += 1) {
    const joined = /^(?:\s*,)?\s*(?:and\s+)?(?=\d)/i.exec(left);
    const figures = joined === null ? undefined : figuresOf(left.slice(joined[0].length));
    const after = figures?.rest.replace(/^\s?m\b(?!\^)/, unit.group === 'time' ? ' min' : ' m');
    const next = after === undefined ? undefined : leadingUnit(after);
    const inFirst = figures && next && converted(figures.value, next.unit, unit);
    if (next === undefined || inFirst === undefined) break;
    total = total.add(inFirst);
    left = next.rest;
  }
  return { quantity: { kind: 'number', value: total, unit, percent: false }, rest: left };
}

function leadingExpression(text: string, variables: ReadonlySet<string>): LeadingQuantity | undefined {
  const letters = [...variables].join('');
  const allowed = new RegExp(
    `^(?:[\\s\\d+\\-*/^()]|\\.(?=\\d)|[${letters}](?!')(?=[${letters}\\d\\s+\\-*/^().,;]|$))+`,
  );
  const raw = allowed.exec(text)?.[0] ?? '';
  const formula = raw.replace(/(?<![\s+\-*/^(])[\s+\-*/^(]+$/, '');
  const expression = formula === '' ? undefined : parseExpression(formula);
  return expression && { quantity: { kind: 'expression', expression }, rest: text.slice(formula.length) };
}
