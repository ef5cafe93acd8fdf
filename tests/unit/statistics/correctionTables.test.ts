import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../scripts/simulateCorrections/cells';
import type { Coverage } from '../../../scripts/simulateCorrections/coverageOf';
import { coverageTables, settingsTable } from '../../../scripts/simulateCorrections/coverageTable';

const cell: Cell = {
  labels: 'binary',
  accuracy: 0.6,
  errors: 'even',
  goldN: 40,
  clusterSize: 1,
  runN: 60,
  run: 'alike',
};
const coverage: Coverage = { cell, corrected: 0.95, given: 0.3, width: 0.8, raw: 0.94, predictionPowered: 0.931 };
const found: readonly Coverage[] = [
  coverage,
  { ...coverage, cell: { ...cell, runN: 200 }, corrected: 0.94, given: 0.2, raw: 0.012 },
  { ...coverage, cell: { ...cell, run: 'better' }, corrected: undefined, given: 0, width: undefined },
];

describe('the tables of the simulation', () => {
  it('put settings of the same labels, accuracy and gold on one line, from the least to the most', () => {
    const [alike, better] = coverageTables(found).split('\n\n');
    expect(alike?.split('\n').slice(2)).toEqual([
      '| binary | 0.60 | 40 | 20 to 30% | 94.0 to 95.0% | 0.80 | 1.2 to 94.0% | 93.1% |',
    ]);
    expect(better?.split('\n').slice(2)).toEqual(['| binary | 0.60 | 40 | 0% | – | – | 94.0% | 93.1% |']);
  });

  it('have every setting by itself on request', () => {
    const lines = settingsTable(found).split('\n');
    expect(lines).toHaveLength(2 + found.length);
    expect(lines[3]).toBe('| binary | 0.60 | even | 40 | 1 | alike | 200 | 20% | 94.0% | 0.80 | 1.2% | 93.1% |');
  });
});
