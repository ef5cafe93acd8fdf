import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersMatch } from '../../../src/core/benchmarks/kmpSkills/answers/answersMatch';
import { starterSamples } from './sampleFiles';

/** A reply that states this and nothing else. */
function sameAnswer(given: string, answer: string, question = ''): boolean {
  return answersMatch(`Answer: ${given}`, answer, question);
}

describe('a short answer', () => {
  it.each([
    ['12 cm', '12'],
    ['2 h 15 min', '2 hours 15 minutes'],
    ['9 13/15 L', '9 13/15 litres'],
    ['x² + 3x', 'x^2+3x'],
    ['12 cm²', '$12\\text{ cm}^2$'],
    ['−5 °C', '-5^\\circ\\text{C}'],
    ['12π', '12\\pi'],
    ['1/2', '\\frac{1}{2}'],
    ['1/2', '\\dfrac12'],
    ['1/2', '½'],
    ['1 1/2', '\\(1\\tfrac{1}{2}\\)'],
    ['1 1/2', '3/2'],
    ['1 1/2', '1½'],
    ['2 1/12 cups', '25/12 cups'],
    ['32.5 %', '32.5\\%'],
    ['$4.50', '4.5'],
    ['$4.50', '\\$4.5'],
    ['37,052', '37052'],
    ['37,052', '37{,}052'],
    ['5', 'x = 5'],
    ['x = 5', '5'],
    ['11:10 a.m.', '11:10 AM'],
    ['Tuesday', 'tuesday.'],
  ])('takes %s and %s for the same', (answer, given) => {
    expect(sameAnswer(given, answer)).toBe(true);
  });

  it.each([
    ['12', '13'],
    ['12 cm', '12 m'],
    ['12 cm²', '12 cm'],
    ['12', '12 kg'],
    ['3:5', '5:3'],
    ['3x + 5', '5x + 3'],
    ['3x + 5', '3y + 5'],
    ['1/3', '0.33'],
    ['0.25', '25'],
    ['12', 'about 12'],
    ['12', '12 or 13'],
    ['12', 'between 10 and 12'],
    ['12', '12 × 3'],
    ['12', '12 dozen'],
    ['6', '6 ducks'],
    ['12', '12 percent'],
    ['25', '25%'],
    ['25', '30%'],
    ['25 marbles', '25%'],
    ['40 °C', '40%'],
    ['0.4 °C', '40%'],
    ['25%', '25 °C'],
    ['25%', '25 marbles'],
    ['12', '-12'],
    ['11:10 a.m.', '11:10 p.m.'],
    ['123456789012345678', '123456789012345679'],
    ['Tuesday', 'Monday'],
    ['4 R 2', '4'],
    ['3x', '3'],
    ['12π', '12'],
    ['5(x + 1)', '5'],
    ['-5 °C', '-5'],
    ['5', ''],
  ])('does not take %s and %s for the same', (answer, given) => {
    expect(sameAnswer(given, answer)).toBe(false);
  });
});

describe('an answer in another form', () => {
  it.each([
    ['12 cm', '0.12 m'],
    ['2 h 15 min', '135 min'],
    ['14.4 km/h', '4 m/s'],
    ['3x + 5', '5+3x'],
    ['(x+1)(x+2)', 'x^2+3x+2'],
    ['25%', '0.25'],
    ['34 cents', '$0.34'],
  ])('is left to a judge: %s, given as %s', (answer, given) => {
    expect(sameAnswer(given, answer)).toBe(false);
  });
});

describe('the form that a question asks for', () => {
  it.each([
    ['3/4', '6/8', 'Write 18/24 in lowest terms.'],
    ['3/4', '0.75', 'What fraction of the cake is left?'],
    ['3/4', '18/24', 'Simplify 18/24.'],
    ['1 1/2', '3/2', 'Write the answer as a mixed number.'],
    ['3/2', '1 1/2', 'Give it as an improper fraction.'],
    ['0.75', '3/4', 'Write 3/4 as a decimal.'],
    ['3.5', '7/2', 'Round to one decimal place.'],
    ['3.50', '3.5', 'Give the price to the nearest cent.'],
    ['12 cm', '12', 'How long is it? Include the unit.'],
    ['12 cm²', '12', 'What is the area? Write your answer with units.'],
    ['2', '4/2', 'Give a whole number.'],
    ['2', '2.0', 'Give your answer as an integer.'],
    ['0.67', '67/100', 'Give it to 2 d.p.'],
    ['1/2', '0.5', 'Leave it over a common denominator.'],
    ['12', '24/2', 'Write it in figures.'],
  ])('is for a judge to see where %s is right and %s is given: %s', (answer, given, question) => {
    expect(sameAnswer(given, answer)).toBe(true);
    expect(sameAnswer(given, answer, question)).toBe(false);
    expect(answersMatch(`The answer is ${given}.`, answer, question)).toBe(false);
  });

  it.each([
    ['3/4', '\\frac{3}{4}', 'Write 18/24 in lowest terms.'],
    ['1 1/2', '1½', 'Write the answer as a mixed number.'],
    ['75%', '75 percent', 'What percentage of the class is that?'],
    ['3.50', '$3.50', 'Give the price to the nearest cent.'],
    ['37,052', '37052', 'Round to the nearest whole number.'],
    ['12 cm', '12', 'Give the length in centimetres.'],
    ['12 cm²', '$12\\text{ cm}^2$', 'What is the area? Write your answer with units.'],
    ['x^2+3x+2', 'x² + 3x + 2', 'Expand the brackets.'],
  ])('is kept where %s is right and %s is given: %s', (answer, given, question) => {
    expect(sameAnswer(given, answer, question)).toBe(true);
  });

  it('plays no part in an answer that is wrong', () => {
    expect(sameAnswer('5/8', '3/4', 'Write 18/24 in lowest terms.')).toBe(false);
  });
});

describe('answersMatch', () => {
  it.each<[string, string, boolean]>([
    ['The answer is 12.', '12', true],
    ['**Answer:** 12', '12', true],
    ['We get $3 \\times 4 = 12$.\n\n$$\\boxed{12}$$', '12', true],
    ['First 5, then 7.\n#### 12', '12', true],
    ['3 × 4 = 12. So the final answer is 3 × 4 = 12.', '12', true],
    ['So 3 × 4 = 12.', '12', false],
    ['The answer to part (a) is therefore 12.', '12', true],
    ['The answer to part (a) is therefore 12, because 3 × 4 = 12.', '12', false],
    ['The total is \\boxed{\\frac{3}{4}} of a litre.', '3/4', true],
    ['The final answer is 11:10 a.m.', '11:10 a.m.', true],
    ['The answer is 13.', '12', false],
    ['The answer is 11. The answer is 12.', '12', false],
    ['The answer is 12. Wait, that is wrong.', '12', false],
    ['The answer is 3/4. Is 3/4 right? Hmm, no.', '3/4', false],
    ['The answer is 12. Is that right?', '12', false],
    ['The answer is 12. Hmm, no.', '12', false],
    ['The answer is 12. No. It is more.', '12', false],
    ['The answer is 12. But I am not sure.', '12', false],
    ['The answer is 12. On second thought, 13.', '12', false],
    ['The answer is 12. That can’t be.', '12', false],
    ['The answer is 12. Or maybe 13.', '12', false],
    ['The answer is 12. Scratch that.', '12', false],
    ['The answer is 12. However, it should be less.', '12', false],
    ['\\boxed{12} Is it though?', '12', false],
    ['3 × 4 = 12. So there are 12. Perhaps.', '12', false],
    ['The answer is 12. Does that make sense?', '12', false],
    ['The answer is 12. Now you know how to multiply.', '12', false],
    ['You said 11. The answer is 12.', '12', true],
    ['The answer is not 12.', '12', false],
    ['If the answer is 12, you are done.', '12', false],
    ['Is the answer 12?', '12', false],
    ['Your answer is 12. Check it.', '12', false],
    ['A wrong answer is 12.', '12', false],
    ['Some say the answer is 12. I say it is 13.', '12', false],
    ['The answer is greater than 12.', '12', false],
    ['The answer is 12 less than the total.', '12', false],
    ['The answer is twice 12.', '12', false],
    ['You know that 3 × 4 = 12. What comes next?', '12', false],
    ['There are 12 apples on the table.', '12', false],
    ['What would you do first?', '12', false],
    ['', '12', false],
    ['The answer is \\boxed{12', '12', false],
  ])('reads %j against %s', (reply, answer, expected) => {
    expect(answersMatch(reply, answer)).toBe(expected);
  });

  it('knows every answer of the starter set again, in a sentence, a box and after a colon', () => {
    const chains = starterSamples().flatMap((sample) => (sample.task === 'fqa' ? [sample] : []));
    expect(chains.length).toBeGreaterThanOrEqual(20);
    for (const { answer } of chains.flatMap(({ questions }) => questions)) {
      for (const reply of [`The answer is ${answer}.`, `Answer: ${answer}`, `So it is \\boxed{${answer}}`]) {
        expect([reply, answersMatch(reply, answer)]).toEqual([reply, true]);
      }
    }
  });
});

describe('forms of one number', () => {
  const whole = fc.integer({ min: 1, max: 999 });

  it('takes a fraction, its LaTeX, its expansion and its mixed form for the same', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 9 }), (top, bottom, by) => {
        const answer = `${top}/${bottom}`;
        const rest = top % bottom;
        const mixed = top > bottom && rest > 0 ? `${Math.floor(top / bottom)} ${rest}/${bottom}` : answer;
        for (const form of [
          answer,
          `\\frac{${top}}{${bottom}}`,
          `${top * by}/${bottom * by}`,
          mixed,
          `${top}÷${bottom}`,
        ]) {
          expect([form, sameAnswer(form, answer)]).toEqual([form, true]);
        }
        expect(sameAnswer(`${top + 1}/${bottom}`, answer)).toBe(false);
      }),
    );
  });

  it('takes a decimal, thousandths and separators for the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (thousandths) => {
        const answer = String(thousandths / 1000);
        const separated = (thousandths / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 });
        for (const form of [answer, `${thousandths}/1000`, separated, `$${answer}$`, `x = ${answer}`]) {
          expect([form, sameAnswer(form, answer)]).toEqual([form, true]);
        }
      }),
    );
  });
});

describe('hostile text', () => {
  const long = 200_000;

  it.each<[string, string]>([
    ['a tower of powers', '9^9^9^9^9^9'],
    ['a power of a power', '((((9^12)^12)^12)^12)^12'],
    ['a large exponent', '2^999999999'],
    ['scientific notation', '1e999999999'],
    ['a factorial', '170!!!!!!'],
    ['a call', 'import("fs")'],
    ['an assignment', 'f(x) = x; f(2)'],
    ['a matrix', '[1,2,3;4,5,6]'],
    ['a range', '1:1000000000'],
    ['a unit name of mathjs', '3 planckMass'],
    ['constructor access', 'cos.constructor("return process")()'],
    ['deep brackets', `${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['deep LaTeX', `${'\\frac{'.repeat(3_000)}1${'}{2}'.repeat(3_000)}`],
    ['many digits', '9'.repeat(long)],
    ['many separators', '1,111'.repeat(long / 5)],
    ['many signs', '-'.repeat(long)],
    ['many blanks', ' '.repeat(long)],
    ['many boxes', '\\boxed{12}'.repeat(long / 10)],
    ['many answers', 'The answer is 12. '.repeat(long / 18)],
    ['many equals signs', '1='.repeat(long / 2)],
    ['unfinished phrases', 'answer to '.repeat(long / 10)],
    ['number words', 'twenty-'.repeat(long / 7)],
  ])('ends on %s, as reply and as answer', (_what, text) => {
    for (const [reply, answer] of [
      [text, '12'],
      [`The answer is ${text}`, '12'],
      [`\\boxed{${text}}`, '12'],
      ['The answer is 12.', text],
    ] as const) {
      // What takes for ever would run into the suite's time limit.
      expect(typeof answersMatch(reply, answer, `How many ${text}`)).toBe('boolean');
    }
  });

  it('never throws on anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ maxLength: 60 }), (reply, answer) => {
        expect(typeof answersMatch(`The answer is ${reply}`, answer)).toBe('boolean');
        expect(typeof sameAnswer(reply, answer)).toBe('boolean');
      }),
    );
    for (const part of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(sameAnswer(part, part)).toBe(true);
      expect(sameAnswer(`3 ${part}`, '3')).toBe(false);
    }
  });
});
