import { describe, expect, it } from 'vitest';
import { GradedEvidence, logEvidence } from '../../../src/core/statistics/eProcess';
import { createRandom } from '../../../src/core/statistics/random';

describe('evidence that may be read at any time', () => {
  it('equals the Beta mixture’s closed form', () => {
    // 2^m · B(w + 1/2, l + 1/2) / B(1/2, 1/2), computed with scipy.special.betaln.
    expect(logEvidence(0, 0)).toBe(0);
    expect(logEvidence(7, 0)).toBeCloseTo(3.2888681966882354, 10);
    expect(logEvidence(30, 12)).toBeCloseTo(1.883388994029083, 10);
    expect(logEvidence(12, 30)).toBeCloseTo(logEvidence(30, 12), 12);
  });

  it('calls seven flips one way, and not six', () => {
    expect(Math.exp(logEvidence(7, 0))).toBeGreaterThan(20);
    expect(Math.exp(logEvidence(6, 0))).toBeLessThan(20);
  });

  it.each(['pass or fail', 'graded'])('exceeds 20 in at most 5 of 100 endless null runs: %s', (kind) => {
    const random = createRandom(kind);
    const rounds = 400;
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const graded = new GradedEvidence();
      let [wins, losses, isFound] = [0, 0, false];
      for (let unit = 0; unit < 400 && !isFound; unit++) {
        if (kind === 'graded') {
          graded.add(2 * random.next() - 1);
          isFound = graded.p <= 0.05;
        } else {
          if (random.next() < 0.5) wins += 1;
          else losses += 1;
          isFound = logEvidence(wins, losses) >= Math.log(20);
        }
      }
      if (isFound) found += 1;
    }
    expect(found / rounds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / rounds));
  });

  it('finds a true graded difference', () => {
    const random = createRandom(5);
    const evidence = new GradedEvidence();
    for (let unit = 0; unit < 200; unit++) evidence.add(0.3 + 0.5 * (2 * random.next() - 1));
    expect(evidence.p).toBeLessThan(0.001);
  });
});
