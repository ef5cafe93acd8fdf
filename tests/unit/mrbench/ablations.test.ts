import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ablations } from '../../../scripts/trainMrBenchJudge/ablations';
import { chooseDecision } from '../../../scripts/trainMrBenchJudge/chooseDecision';

describe('ablations', () => {
  it('need the public files, and write nothing', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ablations-'));
    try {
      const found = ablations(path.join(folder, 'repository'), () => undefined);
      expect(found).toMatchObject({ kind: 'missing' });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('decide by one model alone where that is the only mix', () => {
    const right = Float64Array.of(0.8, 0.1, 0.1);
    const wrong = Float64Array.of(0.1, 0.1, 0.8);
    const { mix } = chooseDecision([[wrong, right, right]], [0], [[1, 0, 0]]);
    expect(mix).toEqual([1, 0, 0]);
  });
});
