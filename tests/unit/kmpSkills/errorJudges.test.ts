import { describe, expect, it } from 'vitest';
import { readClaim } from '../../../src/core/benchmarks/kmpSkills/solutionJudges';
import { wrongSolution } from './sampleFiles';

describe('claim reader', () => {
  const judge = readClaim(wrongSolution, 'REPLY');

  it('sees steps and reply, neither the label nor the answer nor the problem', () => {
    expect(judge.prompt.material).toContain('Step 3: 19−5=14');
    expect(judge.prompt.material).toContain('REPLY');
    expect(judge.prompt.fixed + judge.prompt.material).not.toMatch(/SECRET|\b13\b|Compute/);
  });

  it.each<[boolean | null, number | null, unknown]>([
    [true, null, -1],
    [false, 2, 2],
    [null, 3, 3],
    [false, null, 'wrong, step not named'],
    [null, null, 'no claim'],
    [false, 99, 99],
    // 0 and −1 stand for "no step": they never turn "wrong" or "no claim" into the claim that the solution is right.
    [true, 0, -1],
    [true, -1, -1],
    [false, 0, 'wrong, step not named'],
    [false, -1, 'wrong, step not named'],
    [false, -2, 'wrong, step not named'],
    [null, 0, 'no claim'],
    [null, -1, 'no claim'],
    [null, -2, 'no claim'],
    [null, 1, 1],
    [false, 1, 1],
  ])('stores claimsCorrect %s with step %s as %s', (claimsCorrect, firstErrorStep, label) => {
    const reading = judge.read(JSON.stringify({ claimsCorrect, firstErrorStep, reason: 'WHY' }));
    expect(reading).toMatchObject({
      kind: 'verdicts',
      verdicts: [{ judge: 'claim', turn: 1, status: 'ok', label, evidence: 'WHY' }],
    });
  });

  it('does not take a contradiction or half a number', () => {
    for (const firstErrorStep of [1, 2, -2]) {
      expect(judge.read(JSON.stringify({ claimsCorrect: true, firstErrorStep, reason: null })).kind).toBe('unreadable');
    }
    expect(judge.read(JSON.stringify({ claimsCorrect: false, firstErrorStep: 1.5, reason: null })).kind).toBe(
      'unreadable',
    );
    expect(judge.read(JSON.stringify({ claimsCorrect: false })).kind).toBe('unreadable');
  });
});
