import { describe, expect, it } from 'vitest';
import { usualResamples } from '../../src/core/statistics/bootstrap';
import { coverage, dataKinds } from '../unit/compare/simulatedPairs';

/** With many units fewer resamples are drawn; 1,000 and 2,500 units are beyond the first bound and the last. */
const sizes = [10, 15, 30, 80, 150, 400, 1_000, 2_500] as const;

describe('95 % intervals of a comparison', () => {
  it.each(dataKinds.flatMap((kind) => sizes.map((units) => ({ kind, units, name: kind.name }))))(
    'cover a true difference 93 to 97 times in 100: $name data of $units units',
    ({ kind, units }) => {
      // The standard error of 4,000 rounds is 0.3 %. Ten units may miss half a hundredth more.
      const covered = coverage(kind, units, { rounds: 4_000, resamples: usualResamples });
      expect(covered).toBeGreaterThanOrEqual(units === 10 ? 0.925 : 0.93);
      expect(covered).toBeLessThanOrEqual(0.97);
    },
  );
});
