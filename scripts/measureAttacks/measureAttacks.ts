import { readAttackSet } from './attackSet';
import { judgeTable, techniqueByBenchmark, techniqueTable } from './shiftTable';
import { verdictShifts } from './verdictShift';

/** Runs every offline judge on the attacks and reports in Markdown how verdicts move. */
export function measureAttacks(root: string): string {
  const { attacks, scenes } = readAttackSet(root);
  const shifts = verdictShifts(attacks, scenes);
  return [
    `${attacks.length} attacks by ${new Set(attacks.map(({ technique }) => technique)).size} techniques.`,
    techniqueTable(shifts),
    judgeTable(shifts),
    techniqueByBenchmark(shifts),
  ].join('\n\n');
}
