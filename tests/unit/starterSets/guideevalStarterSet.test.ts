import { all, create, type MathType } from 'mathjs';
import { describe, expect, it } from 'vitest';
import { axisOf, hasLatex, normalized, pairs, samples, text, type Sample } from './guideevalFile';

const fractions = create(all!, { number: 'Fraction' });
const floats = create(all!, { relTol: 1e-9, absTol: 0 });

/** True when both sides of the equation agree: exactly where both are fractions, else within a relative 1e-9. */
function claimHolds(claim: string): boolean {
  const [left, right, ...more] = claim.split(' = ');
  if (left === undefined || right === undefined || more.length > 0) throw new Error(`Not an equation: ${claim}`);
  const exact = exactSides(left, right);
  if (exact !== undefined) return fractions.equal(...exact) === true;
  return floats.equal(floats.evaluate(left) as MathType, floats.evaluate(right) as MathType) === true;
}

/** Undefined where a side is no fraction, as with units, or cannot be computed in fractions, as with logarithms. */
function exactSides(left: string, right: string): [MathType, MathType] | undefined {
  try {
    const sides: [MathType, MathType] = [fractions.evaluate(left) as MathType, fractions.evaluate(right) as MathType];
    return sides.every((side) => fractions.typeOf(side) === 'Fraction') ? sides : undefined;
  } catch {
    return undefined;
  }
}

function share(test: (sample: Sample) => boolean): number {
  return samples.filter(test).length / samples.length;
}

function contextWords(sample: Sample): ReadonlySet<string> {
  return new Set(normalized(sample.context.map((turn) => turn.content).join(' ')).split(' '));
}

/** True when the part contains the quote without cutting a number in two: "11" is not quoted from "1101". */
function quotes(part: string, quote: string): boolean {
  const before = /^\d/.test(quote) ? '(?<![\\d.,])' : '';
  const after = /\d$/.test(quote) ? '(?![.,]?\\d)' : '';
  return new RegExp(before + quote.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`) + after, 'u').test(part);
}

function isSaidEarlier(sample: Sample, quote: string): boolean {
  return sample.context.some((turn) => turn.role === 'student' && quotes(turn.content, quote));
}

/** Shared words over all words, 0 to 1. */
function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / (left.size + right.size - shared);
}

describe('the claims of the checks', () => {
  it('are judged rightly by the evaluator itself', () => {
    const claims = [
      '0.1 + 0.2 = 0.3',
      'log(8, 2) = 3',
      '2 km = 2000 m',
      '1/3 = 0.333333333333',
      '2 km = 3 km',
      '2 + 2 = 5',
    ];
    expect(claims.map(claimHolds)).toEqual([true, true, true, false, false, false]);
    expect(() => claimHolds('2 + 2')).toThrow('Not an equation');
    expect(() => claimHolds('2 km = 2 kg')).toThrow();
  });
});

describe('starter-sets/guideeval.jsonl', () => {
  it('ends every line with a line feed and repeats no id', () => {
    expect(text.endsWith('}\n')).toBe(true);
    expect(text).not.toContain('\r');
    expect(new Set(samples.map((sample) => sample.id)).size).toBe(samples.length);
  });

  it('has at least 120 pairs on each axis', () => {
    const axes = [...pairs.values()].map((members) => axisOf(members[0]!));
    expect(axes.filter((axis) => axis === 'acc_err').length).toBeGreaterThanOrEqual(120);
    expect(axes.filter((axis) => axis === 'comp_conf').length).toBeGreaterThanOrEqual(120);
  });

  it('covers subjects, levels, languages, lengths and LaTeX', () => {
    expect(new Set(samples.map((sample) => sample.subject)).size).toBeGreaterThanOrEqual(6);
    expect(share((sample) => sample.subject === 'mathematics')).toBeLessThanOrEqual(0.5);
    for (const level of ['elementary', 'middle', 'high']) {
      expect(
        share((sample) => sample.level === level),
        level,
      ).toBeGreaterThanOrEqual(0.25);
    }
    expect(share((sample) => sample.language === 'en')).toBeGreaterThanOrEqual(0.9);
    expect(new Set(samples.map((sample) => sample.context.length))).toEqual(new Set([2, 4, 6, 8]));
    const withLatex = share(hasLatex);
    expect(withLatex).toBeGreaterThanOrEqual(0.05);
    expect(withLatex).toBeLessThanOrEqual(0.15);
  });

  it('lets either member of a pair be the authentic one', () => {
    for (const state of ['accurate', 'erroneous', 'comprehension', 'confusion']) {
      const authentic = samples.filter((sample) => sample.state === state && sample.editFlag === 0);
      const all = samples.filter((sample) => sample.state === state);
      expect(Math.abs(authentic.length - all.length / 2), state).toBeLessThanOrEqual(1);
    }
  });

  it('repeats no student message and no title', () => {
    const messages = samples.map((sample) => normalized(sample.studentMessage));
    expect(messages.filter((message, index) => messages.indexOf(message) !== index)).toEqual([]);
    expect(new Set(samples.map((sample) => sample.title)).size).toBe(pairs.size);
  });

  it('has no two pairs with much the same context', () => {
    const first = [...pairs.values()].map(([one]) => ({ id: one!.id, words: contextWords(one!) }));
    const close = first.flatMap((left, index) =>
      first.slice(index + 1).flatMap((right) => {
        const similarity = jaccard(left.words, right.words);
        return similarity > 0.4 ? [`${left.id} and ${right.id}: ${similarity.toFixed(2)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });
});

describe.each([...pairs])('pair %s', (pairId, members) => {
  const [positive, negative] = members as [Sample, Sample];

  it('consists of a positive and a negative member of one axis', () => {
    expect(members.map((sample) => sample.id).sort()).toEqual([`${pairId}a`, `${pairId}b`]);
    expect([
      ['accurate', 'erroneous'],
      ['comprehension', 'confusion'],
    ]).toContainEqual(members.map((sample) => sample.state));
  });

  it('shares everything but the utterance, its state and its checks', () => {
    expect(JSON.stringify(negative.context)).toBe(JSON.stringify(positive.context));
    for (const key of ['title', 'subject', 'level', 'language', 'groundTruth'] as const) {
      expect(negative[key], key).toBe(positive[key]);
    }
  });

  it('has one authentic and one flipped member, with the type of the flip', () => {
    expect(members.map((sample) => sample.editFlag).sort()).toEqual([0, 1]);
    for (const sample of members) expect(sample.editType).toBe(sample.editFlag === 0 ? null : axisOf(sample));
  });
});

describe.each(samples.map((sample) => [sample.id, sample] as const))('sample %s', (_id, sample) => {
  it('alternates from the student to a tutor who asks', () => {
    expect(sample.context.length % 2).toBe(0);
    sample.context.forEach((turn, index) => {
      expect(turn.role).toBe(index % 2 === 0 ? 'student' : 'tutor');
      if (turn.role === 'tutor') expect(turn.content).toMatch(/\?$/);
    });
  });

  it('has a title of two to six words and no blanks around its texts', () => {
    const count = sample.title.split(' ').length;
    expect(count >= 2 && count <= 6, sample.title).toBe(true);
    for (const part of [sample.title, sample.studentMessage, ...sample.context.map((turn) => turn.content)]) {
      expect(part).toBe(part.trim());
    }
  });

  it('quotes its own words in the checks', () => {
    const parts = [...sample.context.map((turn) => turn.content), sample.studentMessage, sample.groundTruth ?? ''];
    const strange = sample.checks.filter((check) => !parts.some((part) => quotes(part, check.text)));
    expect(strange).toEqual([]);
  });

  it('has claims that hold or fail as it says', () => {
    expect(sample.checks.map((check) => ({ ...check, holds: claimHolds(check.claim) }))).toEqual(sample.checks);
  });

  it('is wrong only where a student may be wrong', () => {
    const wrong = sample.checks.filter((check) => !check.holds);
    const tutorTexts = sample.context.filter((turn) => turn.role === 'tutor').map((turn) => turn.content);
    expect(wrong.filter((check) => tutorTexts.some((turn) => quotes(turn, check.text)))).toEqual([]);
    const inPivot = wrong.filter((check) => !isSaidEarlier(sample, check.text));
    expect(inPivot.filter((check) => !quotes(sample.studentMessage, check.text))).toEqual([]);
    expect(inPivot.length > 0).toBe(sample.state === 'erroneous' && sample.checks.length > 0);
  });
});

describe.each(samples.filter((sample) => axisOf(sample) === 'acc_err').map((sample) => [sample.id, sample] as const))(
  'answer of sample %s',
  (_id, sample) => {
    it('has a ground truth that is checked when anything is', () => {
      expect(sample.groundTruth).not.toBeNull();
      const checked = sample.checks.filter((check) => check.holds && sample.groundTruth!.includes(check.text));
      expect(checked.length > 0).toBe(sample.checks.length > 0);
    });

    it('has a check of the utterance itself when there is any', () => {
      const holds = sample.state === 'accurate';
      const own = sample.checks.filter((check) => check.holds === holds && sample.studentMessage.includes(check.text));
      expect(own.length > 0).toBe(sample.checks.length > 0);
    });
  },
);
