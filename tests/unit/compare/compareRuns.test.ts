import { describe, expect, it } from 'vitest';
import { derivedMetric, type MetricDefinition } from '../../../src/core/benchmark/metric';
import { tutorBenchStatisticOfMean, tutorBenchMetrics } from '../../../src/core/benchmarks/tutorbench/metrics';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, ComparisonOptions, MetricComparison } from '../../../src/core/compare/comparison';
import { comparisonSentence } from '../../../src/core/compare/comparisonSentence';
import { bandDistance, pairedStatistic } from '../../../src/core/compare/pairedStatistic';
import { permutedTrials } from '../../../src/core/compare/trials';
import { bootstrapInterval, estimateOf } from '../../../src/core/statistics/bootstrap';
import { expandedTail } from '../../../src/core/statistics/quantiles';
import { createRandom } from '../../../src/core/statistics/random';
import type { ToySample } from '../report/reportFixture';
import { shareOfSigns } from '../statistics/shareOfSigns';
import { comparedSession, labelMetric, oneTrial, options, type Trials } from './comparedSessions';

function row(
  before: Trials,
  after: Trials,
  metric: MetricDefinition<ToySample> = labelMetric(),
  more: Partial<ComparisonOptions> = {},
): MetricComparison {
  const [one, other] = [before, after].map((labels) =>
    comparedSession({ trials: oneTrial(labels), metrics: [metric] }),
  );
  return compareRuns(one!, other!, { ...options, ...more }).benchmarks[0]!.metrics[0]!;
}

function times(count: number, label: number): readonly number[] {
  return new Array<number>(count).fill(label);
}

describe('the statistics', () => {
  it('are those of the paired statistics', () => {
    const [before, after] = [
      [1, 0, 0.5, 1, 0, 1, 0.5, 1, 0, 0],
      [1, 1, 1, 0.5, 0.5, 1, 1, 0, 1, 0.5],
    ];
    const found = row(before, after, labelMetric({ unit: 'level', scale: [0, 1] }));
    expect(found.difference).toBeCloseTo(0.25, 12);
    expect(found.moves).toEqual({ up: 6, same: 2, down: 2 });
    expect(found.p).toBeCloseTo(shareOfSigns(before.map((value, place) => after[place]! - value)), 8);
    expect(found.test).toBe('signFlip');
    // The squares of the differences add up to 4.25, 10 · 0.25² less about their mean.
    const standardError = Math.sqrt((4.25 - 0.625) / 9 / 10);
    // 2.80 standard errors can be found four times out of five; steps of 1/2 cost 1.5 · 0.5 / 10 more.
    expect((found.detectable! - 0.075) / standardError).toBeCloseTo(2.8016, 3);
    expect(found.interval!.low).toBeLessThan(found.difference!);
    expect(found.interval!.high).toBeGreaterThan(found.difference!);
  });

  it('use McNemar’s exact test for passes and failures, in percent too', () => {
    const before = [...times(9, 0), ...times(2, 1), ...times(9, 1)];
    const after = [...times(9, 1), ...times(2, 0), ...times(9, 1)];
    const found = row(before, after, labelMetric({ unit: 'percent', scale: [0, 100] }));
    expect(found).toMatchObject({ test: 'mcnemar', pairs: 20 });
    // 2 (1 + 11 + 55) / 2^11.
    expect(found.p).toBeCloseTo(134 / 2048, 8);
    expect(found.difference).toBeCloseTo(35, 9);
    expect(found.compared.before).toBeCloseTo(55, 9);
    expect(found.compared.after).toBeCloseTo(90, 9);
    expect(found.counts).toEqual({ improved: 9, same: 9, worse: 2 });
  });

  it('correct p over the targets that were tested, and over no other', () => {
    const shifted = (id: string, from: number): MetricDefinition<ToySample> => {
      const metric = labelMetric({ id });
      return { ...metric, observe: (results, policy) => metric.observe(results.slice(from), policy) };
    };
    const metrics = [shifted('a', 0), shifted('few', 17), shifted('b', 8)];
    const before = comparedSession({ trials: oneTrial(times(20, 0)), metrics });
    const after = comparedSession({ trials: oneTrial([...times(12, 1), ...times(8, 0)]), metrics });
    const comparison = compareRuns(before, after, options);
    const rows = comparison.benchmarks[0]!.metrics;
    expect(comparison.tested).toBe(2);
    expect(rows[1]).toMatchObject({ outcome: 'tooFew', p: undefined, pCorrected: undefined, interval: undefined });
    const [first, , last] = rows;
    // The sum of 12 equal differences is as far from 0 in 2 of 2^12 patterns; the first has the step for both.
    expect(first!.p).toBeCloseTo(2 / 2 ** 12, 3);
    expect(last!.p).toBeCloseTo(2 / 2 ** 4, 8);
    expect(last!.pCorrected).toBeGreaterThanOrEqual(last!.p!);
  });

  it('pool messages over conversations and permute these whole', () => {
    const metric = labelMetric();
    const weighted: MetricDefinition<ToySample> = {
      ...metric,
      observe: (results, policy) =>
        metric.observe(results, policy).map((one, place) => ({ ...one, weight: place + 1 })),
    };
    const found = row([0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1], weighted);
    expect(found).toMatchObject({ test: 'permutation', p: 1, outcome: 'noEvidence' });
    expect(found.difference).toBeCloseTo(7 / 28, 12);
    // Messages make a conversation no more than one unit.
    expect(found.before.n).toBe(7);
    const all = row([0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1], weighted, { draws: 20_000 });
    expect(all).toMatchObject({ outcome: 'better', difference: 1 });
    // Drawn 20,000 times, so within three standard errors.
    expect(Math.abs(all.p! - 2 / 2 ** 7)).toBeLessThan(0.003);
  });

  it('permute a unit’s two values for any other statistic, and resample both runs together', () => {
    const labels = { before: [1, 0, 1, 1, 0, 0, 1, 0.5], after: [1, 1, 1, 0.5, 1, 1, 1, 1] };
    const square = derivedMetric<ToySample, number>({
      ...labelMetric(),
      observe: (results, policy) =>
        labelMetric()
          .observe(results, policy)
          .map(({ unit, value }) => ({ unit, value })),
      estimate: (values) => {
        let sum = 0;
        for (const value of values) sum += value;
        return (sum / values.length) ** 2;
      },
    });
    const found = row(labels.before, labels.after, square, { resamples: 4_000, draws: 20_000 });
    const pairs = labels.before.map((before, place) => [before, labels.after[place]!] as const);
    const statistic = (values: readonly (readonly [number, number])[]): number => {
      const mean = (side: 0 | 1): number => values.reduce((sum, pair) => sum + pair[side], 0) / values.length;
      return mean(1) ** 2 - mean(0) ** 2;
    };
    expect(found.difference).toBeCloseTo(statistic(pairs), 12);
    let hits = 0;
    for (let pattern = 0; pattern < 256; pattern++) {
      const turned = pairs.map(([one, other], place): readonly [number, number] =>
        (pattern >> place) & 1 ? [other, one] : [one, other],
      );
      hits += Math.abs(statistic(turned)) >= Math.abs(statistic(pairs)) - 1e-12 ? 1 : 0;
    }
    expect(found.test).toBe('permutation');
    expect(Math.abs(found.p! - hits / 256)).toBeLessThan(0.01);
    const plain = bootstrapInterval(pairs, statistic, {
      random: createRandom('plain'),
      resamples: 20_000,
      level: 1 - 2 * expandedTail({ units: 8, degrees: 7 }, 0.95),
    })!;
    expect(Math.abs(found.interval!.low - plain.low)).toBeLessThan(0.05);
    expect(Math.abs(found.interval!.high - plain.high)).toBeLessThan(0.05);
  });

  it('take a short cut only where it gives the metric’s own statistic', () => {
    const headline = tutorBenchMetrics[0]!;
    const shortcuts = { statisticOfMean: tutorBenchStatisticOfMean };
    const pair = (before: number, after: number) => ({
      unit: `${before} ${after}`,
      before: { value: before, weight: 1 },
      after: { value: after, weight: 1 },
    });
    const clipped = [pair(-0.9, 0.2), pair(0.1, 0.4), pair(-0.2, -0.1), pair(0.5, 0.9)];
    const statistic = pairedStatistic(shortcuts, headline, clipped, false);
    if (statistic.kind !== 'sums') throw new Error('The headline has a short cut.');
    // The earlier mean is below 0 and clipped to it.
    expect(estimateOf(statistic.resample)).toBeCloseTo(35, 9);
    // What is tested is the same difference.
    expect(permutedTrials(statistic, clipped, [0, 1, 2, 3]).statisticOf(Uint8Array.of(0, 0, 0, 0))).toBeCloseTo(35, 9);
    expect(permutedTrials(statistic, clipped, [0, 1, 2, 3]).statisticOf(Uint8Array.of(1, 1, 1, 1))).toBeCloseTo(-35, 9);
    const other = derivedMetric<unknown, number>({
      ...headline,
      observe: () => [],
      estimate: (values) => 2 * values.reduce((sum, value) => sum + value, 0),
    });
    expect(tutorBenchStatisticOfMean(other)).toBeDefined();
    expect(pairedStatistic(shortcuts, other, clipped, false).kind).toBe('values');
  });
});

describe('the words', () => {
  it('better and worse follow the direction', () => {
    const [low, high] = [times(10, 0), times(10, 1)];
    expect(row(low, high).outcome).toBe('better');
    expect(row(high, low).outcome).toBe('worse');
    expect(row(low, high, labelMetric({ direction: 'down' }))).toMatchObject({
      outcome: 'worse',
      counts: { worse: 10 },
    });
    expect(row(high, low, labelMetric({ direction: 'down' }))).toMatchObject({
      outcome: 'better',
      counts: { improved: 10 },
    });
  });

  it('changed is all that can be said where neither direction is better', () => {
    const found = row(times(10, 0), times(10, 1), labelMetric({ direction: 'none' }));
    expect(found).toMatchObject({ outcome: 'changed', difference: 1, moves: { up: 10, same: 0, down: 0 } });
    expect(found.counts).toBeUndefined();
  });

  it('needs the smallest difference that matters', () => {
    const before = times(40, 0);
    const after = [...times(10, 1), ...times(30, 0)];
    expect(row(before, after).outcome).toBe('better');
    expect(row(before, after, labelMetric(), { smallest: 0.25 }).outcome).toBe('better');
    expect(row(before, after, labelMetric(), { smallest: 0.3 }).outcome).toBe('noEvidence');
  });

  it('equivalent lies inside the margin, which is off unless set', () => {
    const labels = Array.from({ length: 60 }, (_, place) => place % 2);
    const after = labels.map((label, place) => (place < 2 ? 1 - label : label));
    expect(row(labels, after).outcome).toBe('noEvidence');
    expect(row(labels, after, labelMetric(), { margin: 0.1 }).outcome).toBe('equivalent');
    expect(row(labels, after, labelMetric(), { margin: 0.02 }).outcome).toBe('noEvidence');
  });

  it('no clear difference comes with what it would take', () => {
    const found = row([...times(5, 0), ...times(5, 1)], [1, 1, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(found.outcome).toBe('noEvidence');
    expect(found.needed).toBeGreaterThan(10);
    expect(found.detectable).toBeGreaterThan(Math.abs(found.difference!));
  });

  it('too few is said below six pairs, whatever they show', () => {
    expect(row(times(5, 0), times(5, 1))).toMatchObject({ outcome: 'tooFew', difference: 1, p: undefined });
    expect(row(times(6, 0), times(6, 1)).outcome).toBe('better');
    expect(row(times(6, 0), times(6, 1)).p).toBeCloseTo(2 / 2 ** 6, 8);
  });

  it('on a band, coming closer is better and moving inside is nothing', () => {
    const level = labelMetric({ unit: 'level', scale: [0, 3], direction: 'band', band: [1, 2] });
    expect(bandDistance(0.5, [1, 2])).toBe(0.5);
    expect(bandDistance(2.75, [1, 2])).toBe(0.75);
    expect(row(times(10, 0), times(10, 1), level)).toMatchObject({
      outcome: 'better',
      toBand: { before: 1, after: 0, change: -1 },
    });
    expect(row(times(10, 2), times(10, 3), level)).toMatchObject({ outcome: 'worse', counts: { worse: 10 } });
    expect(row(times(10, 1), times(10, 2), level)).toMatchObject({ outcome: 'noEvidence', p: 1, difference: 1 });
    // From one level too low to one too high: as far off as before.
    expect(row(times(10, 0), times(10, 3), level)).toMatchObject({ outcome: 'noEvidence', p: 1 });
  });
});

describe('odd runs', () => {
  it('with no samples in common are too few, not equal', () => {
    const before = comparedSession({ trials: { a: [1] } });
    const after = comparedSession({ trials: { b: [1] } });
    const [metric] = compareRuns(before, after, options).benchmarks[0]!.metrics;
    expect(metric).toMatchObject({ outcome: 'tooFew', pairs: 0, difference: undefined });
  });

  it('that are equal throughout show no difference, and few units no certainty of it', () => {
    const found = row(times(12, 1), times(12, 1));
    expect(found).toMatchObject({
      outcome: 'noEvidence',
      difference: 0,
      p: 1,
      detectable: undefined,
      needed: undefined,
    });
    // Twelve passes and no flip: Wilson's limit of 12 out of 12 is 0.7575.
    expect(found.interval!.low).toBeCloseTo(-0.2425, 4);
    expect(found.interval!.high).toBeCloseTo(0.2425, 4);
  });

  it('of two prompts that give the same replies say that the edit reached nothing', () => {
    const revised = { prompt: { path: 'toy.md', name: 'toy.md', text: 'Be kind!', revision: 'sha256:bb' } };
    const trials = oneTrial(new Array<number>(12).fill(1));
    const sides = (opening: string): Comparison =>
      compareRuns(comparedSession({ trials }), comparedSession({ trials, opening, manifest: revised }), options);
    const same = sides('');
    expect(same.benchmarks[0]!.samples).toMatchObject({ both: 12, sameReplies: 12 });
    expect(comparisonSentence(same)).toBe(
      'Not settled: the replies to 12 samples are the same as before, so the edit reached nothing.',
    );
    const other = sides('Well. ');
    expect(other.benchmarks[0]!.samples.sameReplies).toBe(0);
    expect(comparisonSentence(other)).not.toContain('reached nothing');
    const twice = Object.fromEntries(Object.keys(trials).map((id) => [id, [1, 1]]));
    const [first = '', second = ''] = Object.keys(trials);
    const unanswered = [second];
    const partly = compareRuns(
      comparedSession({ trials: twice, repeats: 2, unanswered }),
      comparedSession({ trials: twice, repeats: 2, unanswered, reworded: [`${first}#1`], manifest: revised }),
      options,
    );
    // One repeat of the first differs, and the second has no reply.
    expect(partly.benchmarks[0]!.samples).toMatchObject({ both: 12, sameReplies: 10 });
    // Two runs of one text may have the same replies by the cache.
    expect(
      comparisonSentence(compareRuns(comparedSession({ trials }), comparedSession({ trials }), options)),
    ).not.toContain('reached nothing');
  });

  it('with labels that are no numbers leave those out', () => {
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, 'hostile', undefined, 1, 1, 1, 1, 1, 1];
    expect(row(odd, times(10, 1))).toMatchObject({ pairs: 6, difference: 0 });
  });

  it('with one unit, or none that was judged, are compared all the same', () => {
    expect(row([1], [0])).toMatchObject({ outcome: 'tooFew', pairs: 1, difference: -1 });
    expect(row([undefined], [undefined])).toMatchObject({ outcome: 'tooFew', pairs: 0 });
    expect(compareRuns(comparedSession({ trials: {} }), comparedSession({ trials: {} }), options).benchmarks).toEqual(
      [],
    );
  });

  it('with a statistic that is not defined over the shared units say so', () => {
    const never = derivedMetric<ToySample, number>({
      ...labelMetric(),
      observe: (results) => results.map(({ sample }) => ({ unit: sample.id, value: 1 })),
      estimate: () => undefined,
    });
    expect(row(times(8, 1), times(8, 0), never)).toMatchObject({ outcome: 'notComparable', obstacle: 'noValue' });
  });

  it('of which one understood nothing of its prompt show no value of it, and no flip', () => {
    const judged = comparedSession({ trials: oneTrial(times(8, 1)) });
    const other = comparedSession({ trials: oneTrial(times(8, 0)) });
    const { benchmarks } = compareRuns({ ...judged, lacksScores: true }, other, options);
    expect(benchmarks[0]!.metrics[0]).toMatchObject({
      outcome: 'notComparable',
      obstacle: 'noScores',
      before: { value: undefined },
      difference: undefined,
    });
    expect(Object.values(benchmarks[0]!.flips.counts).every((count) => count === 0)).toBe(true);
  });
});

describe('the computation', () => {
  const random = createRandom('labels');
  const labels = (): Trials => Array.from({ length: 40 }, () => random.int(3) / 2);
  const [before, after] = [labels(), labels()].map((trials) => comparedSession({ trials: oneTrial(trials) }));

  it('gives the same for the same seed, as plain data', () => {
    const one = compareRuns(before!, after!, options);
    expect(compareRuns(before!, after!, options)).toEqual(one);
    expect(structuredClone(one)).toEqual(one);
    const other = compareRuns(before!, after!, { ...options, seed: 2 });
    expect(other.benchmarks[0]!.metrics[0]!.interval).not.toEqual(one.benchmarks[0]!.metrics[0]!.interval);
  });
});
