import { describe, expect, it } from 'vitest';
import { readCriterion } from '../../../src/core/benchmarks/tutorbench/criterionReading';
import type { TbCriterion } from '../../../src/core/benchmarks/tutorbench/samples';
import { shortened, spokenCriterion, type Spoken } from '../../../src/core/benchmarks/tutorbench/spokenCriterion';
import { dieSample } from './sampleFiles';

function spoken(text: string, change: Partial<TbCriterion> = {}): Spoken | undefined {
  return spokenCriterion(readCriterion({ ...dieSample.criteria[0]!, text, ...change }));
}

describe('spokenCriterion', () => {
  it.each([
    ['Gives 240 as the expected number of people.', 'clause', '240 is the expected number of people'],
    ['States III-2 as male or as unaffected.', 'clause', 'III-2 is male or unaffected'],
    ['Confirms A, B and F as correct.', 'clause', 'A, B and F are correct'],
    ['Calls one of A, B and F as wrong.', 'clause', 'one of A, B and F is wrong'],
    [
      'Says that the student leaves out the wall and that it resists.',
      'clause',
      'you leave out the wall and it resists',
    ],
    ['Explains that the student is right.', 'clause', 'you are right'],
    ['Says that it is the same, or asks the student to check it.', 'clause', 'it is the same'],
    ['Names what the student misses: the wall pushes back.', 'clause', 'the wall pushes back'],
    ['Tells the student to draw two axes.', 'clause', 'draw two axes'],
    ['Offers a quick check, for example by asking for the unit.', 'noun', 'a quick check'],
    ['States the value 156.', 'noun', 'the value 156'],
    ["The response must state that the student's answer of 7 is wrong.", 'clause', 'your answer of 7 is wrong'],
  ] as const)('says “%s” as a %s: %s', (text, kind, words) => {
    expect(spoken(text)).toEqual({ kind, text: words });
  });

  it.each([
    'Names what would change the pressure, for example the temperature.',
    'Calls the student careless or says that this should be easy.',
    'Stays within about 120 words.',
    'Praises the student for solving the equation.',
  ])('drops “%s”, which is no sentence without its grader', (text) => {
    expect(spoken(text)).toBeUndefined();
  });
});

describe('shortened', () => {
  it('stops only where a sentence can stop', () => {
    const stop = (text: string): string => shortened({ kind: 'clause', text }).text;
    expect(stop('the velocity is zero because the ball leaves the table level')).toBe('the velocity is zero');
    expect(stop('240 is the expected number of people')).toBe('240 is the expected number of people');
    expect(shortened({ kind: 'noun', text: 'a concrete test list, such as [-3]' }).text).toBe('a concrete test list');
  });
});
