import { Fraction } from 'fraction.js';
import { describe, expect, it } from 'vitest';
import { converted, leadingUnit } from '../../../src/core/benchmarks/kmpSkills/answers/quantity';

function inUnit(count: number, from: string, to: string): string | undefined {
  const [one, other] = [leadingUnit(from)?.unit, leadingUnit(to)?.unit];
  return one && other && converted(new Fraction(count), one, other)?.toFraction();
}

describe('converted', () => {
  it.each([
    [1, 'mile', 'feet', '5280'],
    [16, 'oz', 'lb', '1'],
    [16, 'cups', 'gal', '1'],
    [2, 'quarts', 'pints', '4'],
    [36, 'km/h', 'm/s', '10'],
    [1, 'm^2', 'cm^2', '10000'],
    [1, 'dm^3', 'l', '1'],
    [3, 'weeks', 'days', '21'],
    [250, 'cents', '$', '5/2'],
    [18, 'months', 'years', '3/2'],
    [60, 'mph', 'miles per hour', '60'],
  ])('%i %s is in %s: %s', (count, from, to, result) => {
    expect(inUnit(count, from, to)).toBe(result);
  });

  it('knows nothing between kinds, and no square of money', () => {
    expect(inUnit(1, 'm', 'kg')).toBeUndefined();
    expect(inUnit(1, 'month', 'day')).toBeUndefined();
    expect(leadingUnit('kg^2')).toBeUndefined();
  });
});
