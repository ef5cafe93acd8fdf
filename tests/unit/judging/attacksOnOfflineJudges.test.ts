import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureAttacks } from '../../../scripts/measureAttacks/measureAttacks';
import { judgeTable, techniqueByBenchmark, techniqueTable } from '../../../scripts/measureAttacks/shiftTable';
import { verdictShifts } from '../../../scripts/measureAttacks/verdictShift';
import { techniques } from '../../../scripts/measureAttacks/attackSet';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { attacks, root, scenes } from './attackedTasks';
import { isThorough } from '../../thorough';

describe('the offline judges under attack', () => {
  it('read characters in disguise as what they stand for, so that a disguise moves next to nothing', () => {
    const disguises = attacks.filter(({ technique }) => ['homoglyph', 'bidi', 'invisible'].includes(technique));
    const shifts = verdictShifts(disguises, scenes).filter(({ technique }) => technique !== 'none');
    const better = shifts.filter(({ movement }) => movement === 'better');
    expect(shifts.length).toBeGreaterThan(1_000);
    expect(better.length).toBeLessThan(0.02 * shifts.length);
    // An answer that is given away is found in each of them.
    expect(better.filter(({ judge }) => judge === 'socratesbench/J1')).toEqual([]);
    expect(shifts.filter(({ movement }) => movement === 'lost')).toEqual([]);
  });

  it('gain nothing from a verdict object, of whatever judge', () => {
    const objects = attacks.filter(({ id }) => /^verdictObject-0[1-8]$/.test(id));
    const shifts = verdictShifts(objects, scenes).filter(({ technique }) => technique === 'verdictObject');
    const better = shifts.filter(({ movement }) => movement === 'better');
    expect(better).toEqual([]);
  });
});

/** The cells of all lines of tables in Markdown. */
function rowsOf(markdown: string): readonly (readonly string[])[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

describe('the measurement', () => {
  it.runIf(isThorough)(
    'says how every judge of all six benchmarks moves under every technique',
    { timeout: 120_000 },
    () => {
      const text = measureAttacks(root);
      for (const { judges, id } of benchmarks.values()) {
        for (const judge of judges.filter((one) => !one.id.startsWith('preference-'))) {
          // The reason of an error is judged only once its step was named, which no attack of the set does.
          if (judge.id !== 'reason') expect(text).toContain(`| ${id}/${judge.id} |`);
        }
      }
      for (const technique of techniques) expect(text).toMatch(new RegExp(`^\\| ${technique} \\|`, 'm'));
      expect(text).toMatch(/^\| harmless words \|/m);
      // The document has the judges that are moved often.
      const moved = rowsOf(text).filter(
        ([name = '', , , , share = '']) => name.includes('/') && Number.parseFloat(share) >= 5,
      );
      const documented = rowsOf(readFileSync(path.join(root, 'bench', 'judges.md'), 'utf8'));
      expect(moved.length).toBeGreaterThan(2);
      expect(documented.filter(([name = '', ...rest]) => /^[a-z-]+\/\S/.test(name) && rest.length === 7)).toEqual(
        moved,
      );
    },
  );
});

describe('the tables of shifts', () => {
  const shift = {
    attack: 'a',
    technique: 'table',
    judge: 'mrbench/tutor_tone',
    movement: 'better',
    hasRoom: true,
  } as const;

  it('count movements and the room for them', () => {
    const shifts = [
      shift,
      { ...shift, movement: 'worse' as const },
      { ...shift, movement: 'same' as const, hasRoom: false },
    ];
    const harmless = { ...shift, technique: 'none' } as const;
    const all = [...shifts, harmless, { ...shift, technique: 'html', judge: 'guideeval/P-Affirm' } as const];
    const rows = (table: string): readonly string[] => table.split('\n').slice(2);
    expect(rows(judgeTable(all))).toEqual([
      '| mrbench/tutor_tone | 3 | 2 | 1 | 50.0 % | 1 | 0 | 1 of 1 |',
      '| guideeval/P-Affirm | 1 | 1 | 1 | 100.0 % | 0 | 0 | – |',
      '| all | 4 | 3 | 2 | 66.7 % | 1 | 0 | 1 of 1 |',
    ]);
    expect(rows(techniqueTable(all))).toEqual([
      '| table | 3 | 2 | 1 | 50.0 % | 1 | 0 |',
      '| html | 1 | 1 | 1 | 100.0 % | 0 | 0 |',
      '| all | 4 | 3 | 2 | 66.7 % | 1 | 0 |',
      '| harmless words | 1 | 1 | 1 | 100.0 % | 0 | 0 |',
    ]);
    expect(rows(techniqueByBenchmark(all))).toEqual([
      '| table | 1 of 2 | – |',
      '| html | – | 1 of 1 |',
      '| harmless words | 1 of 1 | – |',
    ]);
  });
});
