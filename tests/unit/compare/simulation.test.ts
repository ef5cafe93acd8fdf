import { describe, expect, it } from 'vitest';
import { usualResamples } from '../../../src/core/statistics/bootstrap';
import { unitsNeeded } from '../../../src/core/statistics/power';
import { coverage, dataKinds, simulate, type DataKind } from './simulatedPairs';
import { isThorough } from '../../thorough';

/** The words of a comparison, checked on data with a known truth. Seeded, so results are always the same. */
function calls(kind: DataKind, units: number, added: number, rounds: number, name: string): number {
  let significant = 0;
  for (let round = 0; round < rounds; round++) {
    const { outcome } = simulate(kind, units, added, `${name}/${kind.name}/${round}`, { resamples: 60, draws: 199 });
    if (outcome === 'better' || outcome === 'worse') significant += 1;
  }
  return significant / rounds;
}

function standardError(share: number, rounds: number): number {
  return Math.sqrt((share * (1 - share)) / rounds);
}

describe('without a true difference', () => {
  it.each(dataKinds)('$name data counts as better or worse at most 5 times in 100', { timeout: 120_000 }, (kind) => {
    const rounds = isThorough ? 2_000 : 300;
    const alarms = calls(kind, kind.name === 'clustered' ? 15 : 30, 0, rounds, 'alarms');
    expect(alarms).toBeLessThanOrEqual(0.05 + 2.5 * standardError(0.05, rounds));
    // A test that never speaks would pass the line above.
    expect(alarms).toBeGreaterThan(0.005);
  });
});

describe('with a true difference', () => {
  it.each(dataKinds.map((kind, index) => ({ kind, units: index % 2 === 0 ? 15 : 80, name: kind.name })))(
    '95 % intervals cover it 93 to 97 times in 100: $name data of $units units',
    { timeout: 120_000 },
    ({ kind, units }) => {
      const rounds = 200;
      const covered = coverage(kind, units, { rounds, resamples: usualResamples });
      // The long tier has enough rounds to do without this allowance.
      const error = 2.5 * standardError(0.95, rounds);
      expect(covered).toBeGreaterThanOrEqual(0.93 - error);
      expect(covered).toBeLessThanOrEqual(Math.min(0.99, 0.97 + error));
    },
  );

  it.each(dataKinds)(
    'ten units get an interval that covers it 92 times in 100: $name',
    { timeout: 120_000 },
    (kind) => {
      const rounds = isThorough ? 1_500 : 150;
      expect(coverage(kind, 10, { rounds, resamples: usualResamples })).toBeGreaterThan(
        0.92 - 2 * standardError(0.95, rounds),
      );
    },
  );

  it.each(dataKinds)('the units said to be needed find it about 8 times in 10: $name', { timeout: 120_000 }, (kind) => {
    const small = 0.1;
    const pilot = 1_500;
    const { inference } = simulate(kind, pilot, small, `pilot/${kind.name}`, { resamples: 2_000 });
    const needed = unitsNeeded(kind.truth(small), {
      standardError: inference.standardError!,
      units: pilot,
      alpha: 0.05,
    })!;
    const rounds = isThorough ? 300 : 80;
    const bound = 3 * standardError(0.8, rounds);
    const power = calls(kind, needed, small, rounds, 'power');
    // The formula is for a normal estimate; an exact test of few flips, and 199 draws, lose some hundredths.
    expect(power).toBeGreaterThan(0.74 - bound);
    expect(power).toBeLessThan(0.82 + bound);
    // Half the units: Φ(2.80 / √2 − 1.96) = 0.51, less if labels are coarse and the exact test stays below 5%.
    // Twice as many: Φ(2.80 · √2 − 1.96) = 0.98.
    const half = calls(kind, Math.ceil(needed / 2), small, rounds, 'half');
    expect(half).toBeGreaterThan(0.42 - 3 * standardError(0.5, rounds));
    expect(half).toBeLessThan(0.53 + 3 * standardError(0.5, rounds));
    expect(calls(kind, 2 * needed, small, 100, 'twice')).toBeGreaterThan(0.96 - 3 * standardError(0.96, 100));
  });
});
