import { describe, expect, it } from 'vitest';
import { alignSamples } from '../../../src/core/compare/alignSamples';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, MetricComparison } from '../../../src/core/compare/comparison';
import { comparedSession, labelMetric, oneTrial, options } from './comparedSessions';

function firstMetric({ benchmarks }: Comparison): MetricComparison {
  return benchmarks[0]!.metrics[0]!;
}

describe('aligning samples', () => {
  it('joins by id and lists what only one run has, without pairing it with anything', () => {
    const before = comparedSession({ trials: { a: [1], b: [1], c: [1], d: [1], e: [1], f: [1], lone: [0] } });
    const after = comparedSession({
      trials: { f: [1], e: [1], d: [1], c: [1], b: [1], a: [1], extra: [0], more: [0] },
    });
    const comparison = compareRuns(before, after, options);
    const { samples } = comparison.benchmarks[0]!;
    expect(samples.both).toBe(6);
    expect(samples.beforeOnly).toEqual([{ sampleId: 'lone', cases: ['guideeval/lone#0'] }]);
    expect(samples.afterOnly.map(({ sampleId }) => sampleId)).toEqual(['extra', 'more']);
    const metric = firstMetric(comparison);
    expect(metric.pairs).toBe(6);
    expect(metric.compared).toEqual({ before: 1, after: 1 });
    // Each run's own value is over all that it has, as its report says.
    expect([metric.before.value, metric.before.n]).toEqual([6 / 7, 7]);
    expect([metric.after.value, metric.after.n]).toEqual([6 / 8, 8]);
    expect(comparison.benchmarks[0]!.flips.flips.map(({ sampleId }) => sampleId)).not.toContain('lone');
  });

  it('takes a sample with another content for another sample', () => {
    const words = (text: string) =>
      Object.keys(oneTrial([1, 1, 1, 1, 1, 1, 1])).map((id) => ({
        id,
        group: 'right' as const,
        words: id === 's7' ? text : id,
      }));
    const before = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1, 1]), samples: words('4 + 4') });
    const after = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1, 0]), samples: words('4 + 5') });
    const comparison = compareRuns(before, after, options);
    expect(comparison.benchmarks[0]!.samples.changed).toEqual([
      { sampleId: 's7', before: ['guideeval/s7#0'], after: ['guideeval/s7#0'] },
    ]);
    expect(firstMetric(comparison)).toMatchObject({ pairs: 6, difference: 0 });
  });

  it('does not mind the order of a sample’s members', () => {
    const items = comparedSession({ trials: { a: [1] } }).items;
    const turned = items.map((item) => ({
      ...item,
      sample: Object.fromEntries(Object.entries(item.sample).reverse()) as unknown as typeof item.sample,
    }));
    expect(alignSamples(items, turned).alignment).toMatchObject({ both: 1, changed: [] });
  });

  it('gives the same rows whichever run comes first', () => {
    // Which metrics are shown must not depend on which run is opened first.
    const only = labelMetric({ id: 'Only' });
    const never = labelMetric({ id: 'Never', judges: [] });
    const metrics = [labelMetric(), { ...only, observe: () => [] }, { ...never, observe: () => [] }];
    const before = comparedSession({
      trials: oneTrial([1, 1, 1, 1, 1, 1]),
      metrics: [labelMetric(), only, metrics[2]!],
    });
    const after = comparedSession({
      trials: oneTrial([1, 1, 1, 1, 1, 0]),
      metrics: [labelMetric(), only, metrics[2]!],
    });
    const ids = (comparison: Comparison) => comparison.benchmarks[0]!.metrics.map(({ id }) => id);
    expect(ids(compareRuns(before, after, options))).toEqual(['Label', 'Only']);
    expect(ids(compareRuns(after, before, options))).toEqual(['Label', 'Only']);
    const [there, back] = [compareRuns(before, after, options), compareRuns(after, before, options)].map(firstMetric);
    expect(back!.difference).toBeCloseTo(-there!.difference!, 12);
    expect(back!.p).toBe(there!.p);
  });

  it('shows a metric that never ran as absent in that run, not as failed', () => {
    const metric = labelMetric();
    const literal = labelMetric({ id: 'Literal' });
    const shown = {
      ...literal,
      observe: (results: never, policy: { literalMrScore: boolean }) =>
        policy.literalMrScore ? literal.observe(results, policy) : [],
    } as typeof literal;
    const policy = comparedSession({ trials: { a: [1] } }).policy;
    const before = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1]), metrics: [metric, shown] });
    const after = comparedSession({
      trials: oneTrial([1, 1, 1, 1, 1, 1]),
      metrics: [metric, shown],
      manifest: { policy: { ...policy, literalMrScore: true } },
    });
    const row = compareRuns(before, after, options).benchmarks[0]!.metrics[1]!;
    expect(row).toMatchObject({
      outcome: 'notComparable',
      obstacle: 'oneRunOnly',
      p: undefined,
      difference: undefined,
    });
    expect(row.before).toEqual({ value: undefined, n: 0, excluded: 0 });
  });

  it('averages repeats inside their sample, so different numbers of them pair nothing by chance', () => {
    const before = comparedSession({ trials: { ...oneTrial([1, 1, 1, 1, 1]), s6: [1, 0] }, repeats: 2 });
    const after = comparedSession({ trials: { ...oneTrial([1, 1, 1, 1, 1]), s6: [0, 1, 1, 0] }, repeats: 4 });
    const comparison = compareRuns(before, after, options);
    expect(firstMetric(comparison)).toMatchObject({ pairs: 6, difference: 0, p: 1 });
    expect(comparison.benchmarks[0]!.samples.loneRepeats).toEqual({ before: 0, after: 12 });
    expect(comparison.differences.map(({ kind, breaks }) => [kind, breaks])).toEqual([['repeats', false]]);
  });

  it('counts a work item that a run lists twice once, and says so', () => {
    const before = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1]) });
    const session = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 0]) });
    const doubled = { ...session, items: [...session.items, session.items[5]!] };
    const comparison = compareRuns(before, doubled, options);
    expect(comparison.benchmarks[0]!.samples.duplicates).toEqual(['guideeval/s6#0']);
    expect(firstMetric(comparison).difference).toBeCloseTo(-1 / 6, 12);
    expect(firstMetric(comparison).moves).toEqual({ up: 0, same: 5, down: 1 });
  });

  it('leaves a sample without a usable verdict out of the pair, in either run, and calls nothing failed', () => {
    const before = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1, undefined, 0]) });
    const after = comparedSession({ trials: oneTrial([1, 1, 1, 1, 1, 1, 1, 0]), unanswered: ['s8'] });
    const comparison = compareRuns(before, after, options);
    expect(firstMetric(comparison)).toMatchObject({ pairs: 6, difference: 0, before: { n: 7, excluded: 1 } });
    const { counts } = comparison.benchmarks[0]!.flips;
    expect(counts).toMatchObject({ unjudged: 2, broken: 0, stillFailing: 0, stillPassing: 6 });
  });

  it('has no benchmark to compare where only one run has it', () => {
    const before = comparedSession({ trials: oneTrial([1]) });
    const after = comparedSession({ trials: oneTrial([1]), benchmark: { id: 'mrbench' } });
    const comparison = compareRuns(before, after, options);
    expect(comparison.benchmarks).toEqual([]);
    expect(
      comparison.differences.filter(({ kind }) => kind === 'benchmark').map(({ before: b, after: a }) => [b, a]),
    ).toEqual([
      ['guideeval', '-'],
      ['-', 'mrbench'],
    ]);
  });
});
