import { describe, expect, it } from 'vitest';
import { arrangedDifferences } from '../../../src/core/compare/trials';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { chosenBaseline } from '../../../src/core/history/chosenBaseline';
import type { PromptHistory } from '../../../src/core/history/promptHistory';
import { GradedEvidence, logEvidence } from '../../../src/core/statistics/eProcess';
import { lookSizes } from '../../../src/core/statistics/sequentialPlan';
import { sequentialBoundaries, sequentialSumP } from '../../../src/core/statistics/sequentialTest';
import { createRandom } from '../../../src/core/statistics/random';
import { isThorough } from '../../thorough';
import { level } from './lookWalk';
import { atMost, countOf, roundsOf } from './rounds';
import { simulatedUnits, type SimulatedUnit, type World } from './worlds';

const definition: MeanMetric<never> = {
  ...{ kind: 'mean', id: 'pass', title: 'Pass', explain: '', unit: 'share', direction: 'up', scale: [0, 1] },
  judges: [],
  observe: () => [],
};

/** The least p of so many looks, from all trials of the baseline. */
function trialsP(units: readonly SimulatedUnit[], looks: number): number {
  const observed = (value: 0 | 1 | undefined) => (value === undefined ? [] : [{ value, weight: 1 }]);
  const moves = units.map(({ before, after: [now] }) =>
    now === undefined
      ? []
      : arrangedDifferences(definition, { before: before.flatMap(([one]) => observed(one)), after: observed(now) }),
  );
  return sequentialSumP(moves, { planned: units.length, looks: lookSizes(units.length, looks) })!;
}

describe('further trials of the baseline', () => {
  const powers = (rounds: number, effect: number, looks = 1): readonly number[] =>
    [1, 2, 3, 5].map((trials) =>
      countOf(rounds, (round) => {
        const world: World = { effects: [effect], affected: 0.6, trials };
        return trialsP(simulatedUnits(world, 66, createRandom(`trials/${trials}/${effect}/${round}`)), looks) <= level;
      }),
    );

  it.each([1, 8])('make an edit that changes nothing be called in at most 5 of 100 comparisons: %i looks', (looks) => {
    const rounds = roundsOf(60, 2_000);
    for (const found of powers(rounds, 0, looks)) expect(found).toBeLessThanOrEqual(atMost(level, rounds));
  });

  it('find more of what is true: 19, 29, 35 and 38 of 100 with 1, 2, 3 and 5 trials', () => {
    const rounds = roundsOf(80, 2_000);
    for (const [index, expected] of [0.19, 0.29, 0.35, 0.38].entries()) {
      const found = powers(rounds, 1)[index]!;
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(isThorough ? 0.03 : 0.15);
    }
  });
});

describe('the best of eight equal baselines', () => {
  /** Eight texts, one of which scored best and was played again, and the run that is compared with it. */
  function historyOf(scores: readonly number[], best: number): PromptHistory {
    const runOf = (id: string, day: number, revision: string, value: number) => ({
      ...{ id, revision, status: 'completed', repliesAt: `2026-03-${String(day).padStart(2, '0')}` },
      ...{ tutor: 'fake:tutor', judges: ['fake:judge'], benchmarks: [{ id: 'mrbench', dataHash: 'a' }] },
      summary: {
        benchmarks: [
          {
            ...{ id: 'mrbench', headlines: ['all/m'] },
            blocks: [{ id: 'all', judge: 'fake:judge', metrics: [{ id: 'm', scale: [0, 1], direction: 'up', value }] }],
          },
        ],
      },
    });
    const first = scores.slice(0, 8).map((score, play) => runOf(`r${play}`, 1 + play, `text ${play}`, score));
    const again = runOf('again', 20, `text ${best}`, scores[8]!);
    const runs = [runOf('later', 30, 'edited', 0), again, ...first.reverse()];
    const revisions = [{ revision: `text ${best}`, pinned: true, runs: [] }];
    return { runs, revisions } as unknown as PromptHistory;
  }

  it.each([33, 124])(
    'is 4 to 11 points too good, and the run that is named in its place at most one: %i units',
    (units) => {
      const rounds = roundsOf(200, 4_000);
      let [chosen, fresh] = [0, 0];
      for (let round = 0; round < rounds; round++) {
        const drawn = simulatedUnits({ effects: [0], trials: 9 }, units, createRandom(`best/${units}/${round}`));
        const share = (play: number): number => drawn.filter(({ before }) => before[play]?.[0] === 1).length / units;
        const scores = Array.from({ length: 9 }, (_, play) => share(play));
        const best = scores.indexOf(Math.max(...scores.slice(0, 8)));
        const found = chosenBaseline(historyOf(scores, best), `r${best}`, 'later');
        expect(found).toMatchObject({ chosenBy: [`r${best}`], fresh: 'again' });
        const now = drawn.filter(({ after: [one] }) => one === 1).length / units;
        const scoreOf = (id: string | undefined): number => scores[id === 'again' ? 8 : Number(id?.slice(1))]!;
        chosen += now - scoreOf(found?.chosenBy[0]);
        fresh += now - scoreOf(found?.fresh);
      }
      expect(chosen / rounds).toBeLessThan(-0.04);
      expect(Math.abs(fresh / rounds)).toBeLessThanOrEqual(0.01);
    },
  );
});

describe('boundaries', () => {
  /** Differences of weighted criteria, in grid steps. */
  const patterns = isThorough ? 200 : 12;

  it('stop as many of all sign patterns as they may, for up to twelve units of any weights', () => {
    const random = createRandom('weights');
    for (let pattern = 0; pattern < patterns; pattern++) {
      const units = 2 + (pattern % 11);
      const sizes = Array.from({ length: units }, () => random.int(11));
      const looks = lookSizes(units, 4);
      const plan = { planned: units, looks };
      const found = sequentialBoundaries(sizes, plan, 0.3);
      const stops = looks.map(() => 0);
      for (let signs = 0; signs < 2 ** units; signs++) {
        const sums = looks.map((look) =>
          Math.abs(sizes.slice(0, look).reduce((sum, size, unit) => sum + ((signs >> unit) & 1 ? size : -size), 0)),
        );
        const at = sums.findIndex((sum, look) => sum >= (found[look]?.reach ?? Infinity));
        if (at >= 0) stops[at] = (stops[at] ?? 0) + 1;
      }
      for (const [look, { spends }] of found.entries()) expect(stops[look]! / 2 ** units).toBeCloseTo(spends, 10);
      expect(stops.reduce((sum, one) => sum + one, 0) / 2 ** units).toBeLessThanOrEqual(0.3);
    }
  });

  it('come near to those that R’s gsDesign prints for the same spending function', () => {
    // gsDesign(k = 4, sfu = sfHSD, sfupar = -2), documentation of sfHSD in gsDesign 3: one-sided, at 0.025.
    const z = [2.8, 2.58, 2.34, 2.09];
    const spends = [0.0025, 0.0042, 0.0069, 0.0114];
    const units = 1_600;
    const looks = lookSizes(units, 4);
    const found = sequentialBoundaries(new Array<number>(units).fill(1), { planned: units, looks }, 0.05 / 0.95);
    for (const [look, { reach, spends: spent }] of found.entries()) {
      // A lattice of fair coins: the boundary lies half a step below the first sum that stops.
      expect((reach - 1) / Math.sqrt(looks[look]!)).toBeCloseTo(z[look]!, 1);
      expect(spent / 2).toBeLessThanOrEqual(spends[look]! + 0.0006);
      expect(spent / 2).toBeGreaterThan(spends[look]! - 0.0006);
    }
  });
});

describe('evidence that is read after each of 10,000 units', () => {
  it.each(['pass or fail', 'graded'])('calls an edit that changes nothing in at most 5 of 100 runs: %s', (kind) => {
    const rounds = roundsOf(40, 1_000);
    const length = isThorough ? 10_000 : 3_000;
    const found = countOf(rounds, (round) => {
      const random = createRandom(`endless/${kind}/${round}`);
      const graded = new GradedEvidence();
      let [wins, losses] = [0, 0];
      for (let unit = 0; unit < length; unit++) {
        const coin = random.next();
        if (kind === 'graded') {
          graded.add(coin < 0.3 ? 1 - 2 * random.next() : 0);
          if (graded.p <= level) return true;
        } else if (coin < 0.3) {
          if (coin < 0.15) wins += 1;
          else losses += 1;
          // Between calls the evidence changes by one factor only, so every tenth unit shows it closely enough.
          if ((unit < 300 || unit % 10 === 0) && logEvidence(wins, losses) >= Math.log(1 / level)) return true;
        }
      }
      return false;
    });
    expect(found).toBeLessThanOrEqual(atMost(level, rounds));
  });
});
