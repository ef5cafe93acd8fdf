import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison } from '../../../src/core/compare/comparison';
import { baselineRunsText } from '../../../src/core/compare/describeComparison';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import {
  comparedSession,
  type ComparedRunParts,
  labelMetric,
  oneTrial,
  options,
  type Trials,
} from './comparedSessions';

/** Runs of one text, in the order of their days in March. */
function played(day: number, labels: Trials, parts: Partial<ComparedRunParts> = {}): RunSession {
  const at = `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return comparedSession({
    trials: oneTrial(labels),
    at: { replies: at, verdicts: at },
    ...parts,
    manifest: { runId: `run-${day}`, ...parts.manifest },
  });
}

const edited = { prompt: { path: 'prompts/toy.md', name: 'toy.md', text: 'Be brief.', revision: 'sha256:bb' } };

function compared(before: RunSession, after: RunSession, others: readonly RunSession[]): Comparison {
  return compareRuns(before, after, { ...options, aims: { targets: ['guideeval/Label'], guards: [] }, others });
}

function metricOf(comparison: Comparison): Comparison['benchmarks'][number]['metrics'][number] {
  return comparison.benchmarks[0]!.metrics[0]!;
}

const failed = [0, 0, 0, 0, 0, 0, 0, 0];
const passed = [1, 1, 1, 1, 1, 1, 1, 1];
const mixed = [1, 0, 1, 0, 1, 0, 1, 0];

describe('further trials of the earlier text', () => {
  it('count with the mean of all trials, and make a test exact over which trial is the new one', () => {
    const alone = metricOf(compared(played(1, failed), played(9, passed, { manifest: edited }), []));
    const more = compared(played(1, failed), played(9, passed, { manifest: edited }), [
      played(2, failed),
      played(3, failed),
    ]);
    expect(more.furtherRuns).toEqual(['run-2', 'run-3']);
    // Alone, 2 of 2^8 patterns are as far from 0. Over four trials, only the observed one of 4^8.
    expect(alone.pCorrected).toBeGreaterThan(2 / 2 ** 8);
    expect(metricOf(more).pCorrected).toBeLessThan(2 / 4 ** 8);
    const halved = compared(played(1, failed), played(9, passed, { manifest: edited }), [played(2, mixed)]);
    expect(metricOf(halved).compared).toEqual({ before: 0.25, after: 1 });
    expect(metricOf(halved).difference).toBeCloseTo(0.75, 12);
  });

  it('do not depend on which of them is named as the baseline, nor on their order', () => {
    const [one, two, three] = [played(1, failed), played(2, mixed), played(3, passed)];
    const after = played(9, passed, { manifest: edited });
    const first = metricOf(compared(one, after, [two, three]));
    const best = metricOf(compared(three, after, [two, one]));
    expect(best.difference).toBeCloseTo(first.difference ?? Number.NaN, 12);
    expect(best.pCorrected).toBeCloseTo(first.pCorrected ?? Number.NaN, 6);
  });

  it('are left out where they came after the later run, did not end, or have another judge version', () => {
    const after = played(9, passed, { manifest: edited });
    const late = played(10, failed);
    const other = played(2, failed, {
      entry: { judgeVersions: { Helps: 'Helps@87654321' } },
      version: 'Helps@87654321',
    });
    const cut = played(3, failed);
    cut.state.status = { kind: 'status', at: '2026-03-03T10:00:00.000Z', status: 'cancelled' };
    const found = compared(played(1, failed), after, [late, other, cut]);
    expect(found.furtherRuns).toBeUndefined();
    expect(found.leftOutRuns).toEqual([
      { runId: 'run-10', reason: 'late' },
      { runId: 'run-3', reason: 'unfinished' },
      { runId: 'run-2', reason: 'unlike' },
    ]);
    expect(baselineRunsText(found)).toBe(
      '3 other runs do not count: 1 made after the later run, 1 without an end or without scores, 1 made under other conditions.',
    );
    expect(baselineRunsText(compared(played(1, failed), after, []))).toBeUndefined();
    const both = compared(played(1, failed), after, [played(2, failed), late]);
    expect(baselineRunsText(both)).toBe(
      'The earlier text counts with the mean of 2 runs: 1 besides the one that is named. 1 other run does not count: 1 made after the later run.',
    );
  });

  it('that do not count still show which verdicts vary by chance, and take no place from those that count', () => {
    const after = played(9, failed, { manifest: edited });
    const found = compared(played(1, passed), after, [played(10, mixed)]);
    expect(found.furtherRuns).toBeUndefined();
    expect(found.leftOutRuns).toEqual([{ runId: 'run-10', reason: 'late' }]);
    expect(found.benchmarks[0]!.flips.counts).toMatchObject({ flaky: 4, broken: 4 });
    // What was made too late is left out for that, whatever else is wrong with it.
    const other = { entry: { judgeVersions: { Helps: 'Helps@87654321' } }, version: 'Helps@87654321' };
    const unlike = compared(played(1, passed), after, [played(10, mixed, other)]);
    expect(unlike.leftOutRuns).toEqual([{ runId: 'run-10', reason: 'late' }]);
    // The cut run has half of the replies that the whole one then had from the cache.
    const cut = played(2, mixed, { unanswered: ['s5', 's6', 's7', 's8'] });
    cut.state.status = { kind: 'status', at: '2026-03-02T10:00:00.000Z', status: 'cancelled' };
    const whole = played(3, mixed);
    for (const [item, { replyRecords }] of whole.state.items)
      replyRecords.splice(0, 1, ...(cut.state.items.get(item)?.replyRecords ?? replyRecords));
    const both = compared(played(1, passed), after, [cut, whole]);
    expect(both.furtherRuns).toEqual(['run-3']);
    expect(both.leftOutRuns).toEqual([{ runId: 'run-2', reason: 'unfinished' }]);
  });

  it('count where a trial has no usable verdict for a unit', () => {
    const holes = [undefined, 0, 0, 0, 0, 0, 0, 0];
    const more = compared(played(1, failed), played(9, passed, { manifest: edited }), [played(2, holes)]);
    expect(metricOf(more).pairs).toBe(8);
    expect(metricOf(more).pCorrected).toBeLessThan(2 / 3 ** 7);
  });

  it('of a run with repeats are taken one by one', () => {
    const trials = Object.fromEntries(failed.map((_, unit) => [`s${unit}`, [0, 0]]));
    const good = Object.fromEntries(failed.map((_, unit) => [`s${unit}`, [1, 1]]));
    const before = comparedSession({ trials, repeats: 2, at: { replies: '2026-03-01T10:00:00.000Z' } });
    const after = comparedSession({ trials: good, repeats: 2, manifest: { runId: 'run-2', ...edited } });
    // Two of the four turns of a unit's trials keep its distance, of either sign.
    expect(metricOf(compared(before, after, [])).pCorrected).toBeLessThan(3 / 4 ** 8);
  });

  it.each([
    { name: 'one of all units, two targets', further: 1, units: 30, targets: ['guideeval/m0', 'guideeval/m1'] },
    { name: 'four that stopped early, two targets', further: 4, units: 8, targets: ['guideeval/m0', 'guideeval/m1'] },
    { name: 'four that stopped early, one target', further: 4, units: 8, targets: ['guideeval/m0'] },
  ])('make false calls at most as often as the level says: $name', { timeout: 120_000 }, (world) => {
    const rounds = 200;
    let found = 0;
    const random = createRandom('trials');
    const metrics = [0, 1].map((place) => ({
      ...labelMetric({ id: `m${place}`, title: `M${place}` }),
      observe: (results: Parameters<ReturnType<typeof labelMetric>['observe']>[0]) =>
        results.flatMap(({ sample, repeats }) => {
          const label = repeats[0]?.verdicts[0]?.label;
          return label === undefined ? [] : { unit: sample.id, value: Number(String(label).charAt(place)) };
        }),
    }));
    for (let round = 0; round < rounds; round++) {
      const eases = Array.from({ length: 30 }, () => [random.next(), random.next()]);
      const labels = (units = 30): Trials =>
        eases.map((ease, unit) =>
          unit < units ? ease.map((one) => (random.next() < one ? 1 : 0)).join('') : undefined,
        );
      const before = played(1, labels(), { metrics });
      const others = Array.from({ length: world.further }, (_, index) =>
        played(2 + index, labels(world.units), { metrics }),
      );
      const after = played(9, labels(), { metrics, manifest: edited });
      const aims = { targets: world.targets, guards: [] };
      const result = compareRuns(before, after, { ...options, seed: round, aims, others, resamples: 50 });
      expect(result.furtherRuns).toHaveLength(world.further);
      if (result.benchmarks[0]!.metrics.some(({ pCorrected = 1 }) => pCorrected <= 0.05)) found += 1;
    }
    expect(found / rounds).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / rounds));
    expect(found).toBeGreaterThan(0);
  });
});
