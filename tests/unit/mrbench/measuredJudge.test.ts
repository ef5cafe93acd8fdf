import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { correctionForms, type ScoredReply } from '../../../scripts/measureMrBenchJudge/correctionForms';
import { measureJudge } from '../../../scripts/measureMrBenchJudge/measureJudge';
import { trainingFiles } from '../../../scripts/trainMrBenchJudge/trainingFiles';
import { missingNote } from './publicFile';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const note = missingNote(trainingFiles.map((name) => `data/mrbench/${name}`));

function replies(tutor: string, both: number, human: number, judge: number, neither: number): readonly ScoredReply[] {
  const some = (times: number, one: Omit<ScoredReply, 'tutor'>) =>
    Array.from({ length: times }, () => ({ tutor, ...one }));
  return [
    ...some(both, { human: 100, judge: 100 }),
    ...some(human, { human: 100, judge: 0 }),
    ...some(judge, { human: 0, judge: 100 }),
    ...some(neither, { human: 0, judge: 0 }),
  ];
}

describe('the corrections that were tried', () => {
  it('find people’s score where the judge errs alike on all tutors', () => {
    // Hits 80 %, false alarms 20 %: people 50 and 75 on the others, 25 on the run.
    const others = [...replies('A', 40, 10, 10, 40), ...replies('B', 60, 15, 5, 20)];
    const run = replies('C', 20, 5, 15, 60);
    expect(correctionForms.raw(run, others).value).toBeCloseTo(35, 10);
    expect(correctionForms.misclassification(run, others).value).toBeCloseTo(25, 10);
    // The judge is at 50 and 65 on the others: people 0 and 10 points above it, 5 in the mean.
    expect(correctionForms.predictionPowered(run, others).value).toBeCloseTo(40, 10);
    expect(correctionForms.betweenTutors(run, others).reach).toBeGreaterThan(50);
  });
});

describe.skipIf(note !== '')(`the statistics of the learned judge${note}`, () => {
  const tables = measureJudge(root)
    .split('\n\n')
    .map((table) => table.trim().split('\n').map(cellsOf));

  it('stand in bench/judges.md as the command prints them, but for those of each tutor', () => {
    const documented = readFileSync(path.join(root, 'bench', 'judges.md'), 'utf8')
      .split('\n')
      .map(cellsOf);
    const [kappas = []] = tables;
    const shown = kappas.map(([name = '', ...statistics]) => [name, ...statistics.slice(-4)]);
    expect(shown).toHaveLength(11);
    for (const row of shown.filter(([name]) => !name?.startsWith('--'))) expect(documented).toContainEqual(row);
  });

  it('bear out that no correction is nearer and holds for nine tutors in ten', () => {
    const rows = tables[1]?.slice(2, -1) ?? [];
    const statisticsOf = (cell: string): readonly number[] => cell.match(/\d+(?:\.\d+)?/gu)?.map(Number) ?? [];
    expect(rows).toHaveLength(8);
    for (const [name, raw = '', ...corrected] of rows) {
      const [asItIs = Number.NaN] = statisticsOf(raw);
      expect(corrected, name).toHaveLength(4);
      for (const cell of corrected) {
        const [distance = 0, held = Infinity, tutors = Number.NaN] = statisticsOf(cell);
        expect(distance < asItIs && held >= 0.9 * tutors, `${name}: ${cell}`).toBe(false);
      }
    }
  });
});

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
