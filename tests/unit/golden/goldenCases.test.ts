import { describe, expect, it } from 'vitest';
import { expectClose, loadGolden } from '../../goldenCases';

describe('expectClose', () => {
  it.each<[string, unknown, unknown]>([
    ['numbers within the tolerance', 0.3333333333, 1 / 3],
    ['null and undefined', undefined, null],
    ['a missing key and null', { n: 0 }, { n: 0, value: null }],
    ['an extra key without a value', { n: 0, value: undefined }, { n: 0 }],
    ['0 and -0', -0, 0],
    ['nested arrays', [{ a: [1, 2] }], [{ a: [1, 2] }]],
  ])('takes %s for the same', (_what, actual, expected) => {
    expect(() => expectClose(actual, expected, 1e-9)).not.toThrow();
  });

  it.each<[string, unknown, unknown]>([
    ['numbers beyond the tolerance', 0.33333333, 1 / 3],
    ['NaN and a number', Number.NaN, 0],
    ['undefined and 0', undefined, 0],
    ['a number and null', 0, null],
    ['a number and its text', '1', 1],
    ['an extra key', { n: 1, value: 2 }, { n: 1 }],
    ['a missing key', { n: 1 }, { n: 1, value: 2 }],
    ['a shorter array', [1], [1, 2]],
    ['a longer array', [1, 2, undefined], [1, 2]],
    ['an array and an object', [1], { 0: 1 }],
    ['a value deep down', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ])('tells %s apart', (_what, actual, expected) => {
    expect(() => expectClose(actual, expected, 1e-9)).toThrow();
  });
});

describe('loadGolden', () => {
  it('gives undefined for a file that is not there', () => {
    expect(loadGolden('no-such-system')).toBeUndefined();
  });
});
