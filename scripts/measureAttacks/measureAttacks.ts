import { readFileSync } from 'node:fs';
import path from 'node:path';
import { learnedMrJudge } from '../../src/core/benchmarks/mrbench/learnedJudge';
import { readAttackSet } from './attackSet';
import { judgeTable, techniqueByBenchmark, techniqueTable } from './shiftTable';
import { verdictShifts } from './verdictShift';

/** Runs every offline judge on the attacks and reports in Markdown how verdicts move. */
export function measureAttacks(root: string): string {
  const { attacks, scenes } = readAttackSet(root);
  const text = (name: string): string => readFileSync(path.join(root, 'judges', name), 'utf8');
  const judge = learnedMrJudge.read(text(learnedMrJudge.weights), text(learnedMrJudge.crossValidated));
  const shifts = verdictShifts(attacks, scenes, new Map([['mrbench', judge]]));
  return [
    `${attacks.length} attacks by ${new Set(attacks.map(({ technique }) => technique)).size} techniques.`,
    techniqueTable(shifts),
    judgeTable(shifts),
    techniqueByBenchmark(shifts),
  ].join('\n\n');
}
