import { describe, expect, it } from 'vitest';
import { cells, type Cell } from '../../../scripts/simulateCorrections/cells';
import { coverageOf, type Coverage } from '../../../scripts/simulateCorrections/coverageOf';

/** Draws of each setting; a share of 0.95 then has a standard error of half a percentage point. */
const runs = 2_000;
/** Milliseconds; six seconds of processor time on a machine that may be busy with other tests. */
const patience = 120_000;

function covered(wanted: (cell: Cell) => boolean): readonly Coverage[] {
  return cells.filter(wanted).map((cell) => coverageOf(cell, runs));
}

/** The setting in words, so that a failure says where. */
function outside(
  found: readonly Coverage[],
  isRight: (corrected: number, given: number) => boolean,
): readonly string[] {
  return found.flatMap(({ cell, corrected, given }) =>
    corrected !== undefined && isRight(corrected, given)
      ? []
      : [`${Object.values(cell).join(', ')}: ${String(corrected)} of ${given}`],
  );
}

describe('the interval of a corrected score', () => {
  it(
    'holds the truth in 93 to 97 of 100 runs with 150 labelled replies, whatever the judge, the run and the dialogues',
    () => {
      const found = covered(({ goldN, run }) => goldN === 150 && run === 'alike');
      expect(found).toHaveLength(72);
      expect(outside(found, (corrected) => corrected >= 0.93 && corrected <= 0.97)).toEqual([]);
      // The judge's own score does not: a lenient judge's hardly ever.
      expect(found.filter(({ raw }) => raw < 0.2).length).toBeGreaterThan(5);
    },
    patience,
  );

  it(
    'holds it no more rarely with 40, and up to 99 times where the judge hardly errs',
    () => {
      const found = covered(({ goldN, run }) => goldN === 40 && run === 'alike');
      expect(found).toHaveLength(72);
      // Where few runs get a corrected score, the share has a wide error of its own.
      const least = (given: number): number => 0.93 - Math.max(0, Math.sqrt((0.05 * 0.95) / (runs * given)) - 0.005);
      expect(outside(found, (corrected, given) => corrected >= least(given) && corrected <= 0.99)).toEqual([]);
      const fair = found.filter(({ cell }) => cell.accuracy > 0.6);
      expect(outside(fair, (corrected) => corrected >= 0.93)).toEqual([]);
    },
    patience,
  );

  it(
    'holds it where people like the run better than the labelled replies, unlike prediction-powered inference',
    () => {
      const found = covered(({ goldN, run }) => goldN === 150 && run === 'better');
      expect(found).toHaveLength(18);
      // A lenient judge's mean score over three labels is no straight line of people's, as the correction takes it to be.
      expect(outside(found, (corrected) => corrected >= 0.92 && corrected <= 0.97)).toEqual([]);
      expect(found.filter(({ predictionPowered }) => predictionPowered < 0.5).length).toBeGreaterThan(5);
    },
    patience,
  );
});
