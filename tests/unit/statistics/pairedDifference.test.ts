import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairedDifference } from '../../../src/core/statistics/pairedDifference';

const scores = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'),
      fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    ),
  )
  .map((entries) => new Map(entries));

describe('pairedDifference', () => {
  it('takes the units scored in both runs', () => {
    const before = new Map<string, number | undefined>([
      ['both', 1],
      ['only before', 1],
      ['failed after', 1],
      ['not a number', Number.NaN],
      ['__proto__', 0],
    ]);
    const after = new Map<string, number | undefined>([
      ['both', 3],
      ['failed after', undefined],
      ['not a number', 1],
      ['__proto__', 1],
      ['only after', 0],
    ]);
    const result = pairedDifference(before, after);
    expect(result.differences).toEqual([2, 1]);
    expect(result).toMatchObject({ pairs: 2, meanDifference: 1.5, improved: 2, same: 0, worse: 0 });
    expect(result.interval?.low).toBeCloseTo(1.5 - result.halfWidth!, 12);
  });

  it('changes sign when the runs change places', () => {
    fc.assert(
      fc.property(scores, scores, (before, after) => {
        const there = pairedDifference(before, after);
        const back = pairedDifference(after, before);
        expect(back.pairs).toBe(there.pairs);
        expect(back.improved).toBe(there.worse);
        expect(back.same).toBe(there.same);
        expect(back.meanDifference ?? 0).toBeCloseTo(-(there.meanDifference ?? 0), 12);
        expect(there.improved + there.same + there.worse).toBe(there.pairs);
      }),
    );
  });

  it('has no difference to itself', () => {
    fc.assert(
      fc.property(scores, (run) => {
        const { pairs, same, meanDifference } = pairedDifference(run, run);
        expect(same).toBe(pairs);
        expect(meanDifference ?? 0).toBe(0);
      }),
    );
  });
});
