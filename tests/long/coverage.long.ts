import { describe, expect, it } from 'vitest';
import { coverage, dataKinds } from '../unit/compare/simulatedPairs';

/** With many units fewer resamples are drawn; 400 and 1,000 units are beyond the first bound and the last. */
const sizes = [10, 15, 30, 80, 150, 400, 1_000] as const;

describe('95 % intervals of a comparison', () => {
  it.each(dataKinds.flatMap((kind) => sizes.map((units) => ({ kind, units, name: kind.name }))))(
    'cover a true difference 93 to 97 times in 100: $name data of $units units',
    ({ kind, units }) => {
      const rounds = units > 100 ? 1_000 : 3_000;
      const covered = coverage(kind, units, { rounds, resamples: units > 100 ? 10_000 : 2_000 });
      // Two standard errors of the rounds; ten units may miss a hundredth more.
      const error = 2 * Math.sqrt((0.95 * 0.05) / rounds);
      expect(covered).toBeGreaterThanOrEqual((units === 10 ? 0.925 : 0.93) - error);
      expect(covered).toBeLessThanOrEqual(0.97 + error);
    },
  );
});
