import { describe, expect, it } from 'vitest';
import type { DerivedMetric } from '../../../src/core/benchmark/metric';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison } from '../../../src/core/compare/comparison';
import { comparisonOutcome } from '../../../src/core/compare/comparisonSentence';
import { decisionOf } from '../../../src/core/compare/decision';
import { outcomeText } from '../../../src/core/compare/decisionWords';
import { comparisonText } from '../../../src/core/report/comparisonText';
import { comparisonView } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import type { RunSession } from '../../../src/core/run/runSession';
import { openEndedTests } from '../../../src/core/compare/targetTests';
import {
  type ObservedUnit,
  pairedStatistic,
  type PairedStatistic,
  type UnitPair,
} from '../../../src/core/compare/pairedStatistic';
import { createRandom } from '../../../src/core/statistics/random';
import type { ToySample } from '../report/reportFixture';
import { comparedSession, labelMetric, oneTrial, options } from './comparedSessions';

const metrics = [
  ...['One', 'Other'].map((id) => labelMetric({ id, title: id })),
  labelMetric({ id: 'Half', title: 'Half', scale: [0, 2] }),
];

function run(labels: readonly number[], openEnded?: true): RunSession {
  const trials = oneTrial(labels);
  const order = Object.keys(trials).map((id) => `guideeval/${id}`);
  const sequence = { planned: order.length, order, looks: [order.length], openEnded };
  return comparedSession({ trials, metrics, manifest: { sequence } });
}

function compared(later: readonly number[], targets: readonly string[], openEnded?: true): Comparison {
  const before = run(later.map(() => 0));
  const name = (id: string): string => `${before.items[0]!.benchmark.id}/${id}`;
  return compareRuns(before, run(later, openEnded), { ...options, aims: { targets: targets.map(name), guards: [] } });
}

function pOf(comparison: Comparison): number | undefined {
  return comparison.benchmarks[0]?.metrics.find(({ id }) => id === 'One')?.pCorrected;
}

const wins = (count: number): readonly number[] => Array.from({ length: 20 }, (_, index) => (index < count ? 1 : 0));

describe('a run without a planned end', () => {
  it('is called by the e-process: seven flips one way suffice, six do not', () => {
    // Seven: 1 over 2^7 · B(7.5, 0.5) / B(0.5, 0.5).
    expect(pOf(compared(wins(7), ['One'], true))).toBeCloseTo(Math.exp(-3.2888681966882354), 8);
    expect(pOf(compared(wins(6), ['One'], true))).toBeGreaterThan(0.05);
    // With a planned end six are enough.
    expect(pOf(compared(wins(6), ['One']))).toBeLessThan(0.05);
  });

  it('corrects for its targets, copies counted once', () => {
    const alone = Math.exp(-3.2888681966882354);
    expect(pOf(compared(wins(7), ['One', 'Other'], true))).toBeCloseTo(alone, 8);
    expect(pOf(compared(wins(7), ['One', 'Other', 'Half'], true))).toBeCloseTo(2 * alone, 8);
  });

  it('takes graded differences as shares of the scale', () => {
    const graded = Array.from({ length: 60 }, (_, index) => 0.4 + 0.1 * (index % 3));
    expect(pOf(compared(graded, ['One'], true))).toBeLessThan(0.01);
  });

  it('may be read after every unit: at most 5 of 100 endless runs without an effect are called', () => {
    const random = createRandom('open-ended');
    const rounds = 60;
    let called = 0;
    for (let round = 0; round < rounds; round++) {
      const units = Array.from(
        { length: 80 },
        () => [random.next() < 0.5 ? 1 : 0, random.next() < 0.5 ? 1 : 0] as const,
      );
      const [before, after] = [
        run(units.map(([one]) => one)),
        run(
          units.map(([, other]) => other),
          true,
        ),
      ];
      const aims = { targets: [`${before.items[0]!.benchmark.id}/One`], guards: [] };
      // The p is that of the greatest evidence at any unit so far.
      if ((pOf(compareRuns(before, after, { ...options, resamples: 50, draws: 50, aims })) ?? 1) < 0.05) called += 1;
    }
    expect(called / rounds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / rounds));
  });

  it.each([1, 3, 5])('may be read after every unit beside %i trials of the baseline', (trials) => {
    const [rounds, units, easy] = [400, 60, 0.95];
    const definition = labelMetric();
    const random = createRandom(`trials ${trials}`);
    const draw = (): ObservedUnit => ({ value: random.next() < easy ? 1 : 0, weight: 1 });
    let called = 0;
    for (let round = 0; round < rounds; round++) {
      const all = Array.from({ length: units }, (_, unit): UnitPair => {
        const before = Array.from({ length: trials }, draw);
        const after = draw();
        const value = before.reduce((total, trial) => total + Number(trial.value), 0) / trials;
        const more = trials === 1 ? {} : { trials: { before, after: [after] } };
        return { unit: String(unit), before: { value, weight: 1 }, after, ...more };
      });
      const isCalledAfter = (count: number): boolean => {
        const pairs = all.slice(0, count);
        const statisticOf = (some: readonly UnitPair[]): PairedStatistic =>
          pairedStatistic({}, definition, some, false);
        const paired = { benchmark: 'guideeval', definition, pairs, statisticOf };
        const [test] = openEndedTests([{ definition, paired }], { positionOf: (_, unit) => Number(unit) });
        return (test?.p ?? 1) <= 0.05;
      };
      if (Array.from({ length: units }, (_, index) => index + 1).some(isCalledAfter)) called += 1;
    }
    // Counted as flips of a coin, 8 of 100 runs beside three trials are called, and 13 beside five.
    expect(called / rounds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / rounds));
  });

  it('says of a target that is no plain mean that it has no test, and decides nothing by it', () => {
    const best: DerivedMetric<ToySample> = {
      ...labelMetric({ id: 'Best', title: 'Best' }),
      kind: 'derived',
      estimate: (values) => Math.max(...values.map(Number)),
    };
    const [before, after] = [wins(0), wins(20)].map((labels, place) => {
      const trials = oneTrial(labels);
      const order = Object.keys(trials).map((id) => `guideeval/${id}`);
      const sequence = { planned: 20, order, looks: [20], ...(place === 1 && { openEnded: true as const }) };
      return comparedSession({ trials, metrics: [best], manifest: { sequence } });
    });
    const comparison = compareRuns(before!, after!, options);
    const [metric] = comparison.benchmarks[0]!.metrics;
    expect(metric).toMatchObject({ outcome: 'notComparable', obstacle: 'openEnded', pCorrected: undefined });
    expect(decisionOf(comparison)).toBeUndefined();
    expect(comparisonOutcome(comparison).kind).toBe('untested');
    expect(outcomeText(metric!, 'guideeval', comparison)).toMatch(/--open-ended has no test for it/u);
  });

  it('names its test, and others do not', () => {
    const words = /e-process, which holds whenever it is read/u;
    const forms = (comparison: Comparison): readonly string[] => [
      comparisonText(comparison, { width: 120, color: false }).replace(/\s+/gu, ' '),
      comparisonView(comparison, { titles: comparisonViewTitles(run(wins(0)), run(wins(0))) }).method,
    ];
    for (const text of forms(compared(wins(7), ['One'], true))) expect(text).toMatch(words);
    for (const text of forms(compared(wins(7), ['One']))) expect(text).not.toMatch(words);
  });
});
