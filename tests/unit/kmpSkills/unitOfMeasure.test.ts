import { Fraction } from 'fraction.js';
import { describe, expect, it } from 'vitest';
import { converted, leadingUnit } from '../../../src/core/benchmarks/kmpSkills/answers/quantity';

function inUnit(count: number, from: string, to: string): string | undefined {
  const [one, other] = [leadingUnit(from)?.unit, leadingUnit(to)?.unit];
  return one && other && converted(new Fraction(count), one, other)?.toFraction();
}

describe('converted', () => {
  it.each([
    [36, 'km/h', 'm/s', '10'],
    [1, 'm^2', 'cm^2', '10000'],
    [1, 'cm^3', 'ml', '1'],
    [90, 'minutes', 'h', '3/2'],
    [250, 'cents', '$', '5/2'],
    [36, 'km/h', 'meters per second', '10'],
  ])('%i %s is in %s: %s', (count, from, to, result) => {
    expect(inUnit(count, from, to)).toBe(result);
  });

  it('knows nothing between kinds', () => {
    expect(inUnit(1, 'm', 'kg')).toBeUndefined();
    expect(leadingUnit('ducks')).toBeUndefined();
  });
});
