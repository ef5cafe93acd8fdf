import { describe, expect, it } from 'vitest';
import { metricName } from '../../../src/core/benchmark/aims';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, ComparisonOptions, MetricComparison } from '../../../src/core/compare/comparison';
import { decisionOf, moreWords } from '../../../src/core/compare/decision';
import { comparisonOutcome, comparisonSentence } from '../../../src/core/compare/comparisonSentence';
import { decisionWords, marginWords } from '../../../src/core/compare/decisionWords';
import { methodText } from '../../../src/core/compare/describeComparison';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { openAiModel, toyBenchmark, type ToySample } from '../report/reportFixture';
import { comparedSession, labelMetric, movedMetric, oneTrial, options } from './comparedSessions';

const up = movedMetric('Up', [0, 1], 40);
const down = movedMetric('Down', [1, 0], 40);
const same = movedMetric('Same', [1, 1], 40);
/** Five of forty got better: no clear difference, and more may tell. */
const open = movedMetric('Open', [0, 1], 5);

type Metrics = readonly MeanMetric<ToySample>[];

interface Parts {
  readonly units?: number;
  readonly manifest?: Partial<RunManifest>;
  readonly options?: Partial<ComparisonOptions>;
}

function names(metrics: Metrics): readonly string[] {
  return metrics.map((one) => metricName(toyBenchmark.id, one));
}

function compared(targets: Metrics, guards: Metrics, rest: Metrics = [], parts: Parts = {}): Comparison {
  const { units = 40, manifest } = parts;
  const metrics = [...targets, ...guards, ...rest];
  const [before, after] = [0, 1].map((label) =>
    comparedSession({
      trials: oneTrial(new Array<number>(units).fill(label)),
      metrics,
      manifest: { aims: { targets: names(targets), guards: names(guards) }, ...(label === 1 ? manifest : {}) },
    }),
  ) as [RunSession, RunSession];
  return compareRuns(before, after, { ...options, ...parts.options });
}

function rowOf({ benchmarks }: Comparison, id: string): MetricComparison {
  return benchmarks[0]!.metrics.find((one) => one.id === id)!;
}

function wordOf(comparison: Comparison, id: string): string {
  return rowOf(comparison, id).outcome;
}

describe('the decision', () => {
  it('is to adopt where a target is better and all guards hold', () => {
    const comparison = compared([up, open], [same], [down]);
    expect(decisionOf(comparison)).toEqual({ kind: 'adopt' });
    expect(wordOf(comparison, 'Same')).toBe('notWorse');
    expect(comparisonSentence(comparison)).toMatch(
      /^Adopt: better at Up \(\+1\.00, .*\); no worse on Same; no clear difference on Open\.$/u,
    );
  });

  it('is to reject where a target or a guard is worse and nothing is better', () => {
    const comparison = compared([down], [same]);
    expect(decisionOf(comparison)).toEqual({ kind: 'reject' });
    expect(comparisonSentence(comparison)).toMatch(/^Reject: worse at Down \(−1\.00, .*\); no worse on Same\.$/u);
    expect(decisionOf(compared([open], [down]))).toEqual({ kind: 'reject' });
  });

  it('is a trade-off where something is better and something else worse', () => {
    const comparison = compared([up], [down]);
    expect(decisionOf(comparison)).toEqual({ kind: 'tradeOff' });
    expect(comparisonSentence(comparison)).toMatch(/^Trade-off: better at Up \(.*\) against worse at Down \(.*\)\.$/u);
    expect(decisionOf(compared([up, down], []))).toEqual({ kind: 'tradeOff' });
  });

  it('is not settled otherwise, with what would probably settle it', () => {
    const prices = { perSample: { calls: 3, usd: 0.01 }, perBaselineSample: { calls: 2, usd: 0.03 } };
    const comparison = { ...compared([open], []), ...prices };
    const decision = decisionOf(comparison)!;
    const samples = rowOf(comparison, 'Open').needed! - 40;
    // Both texts lack them.
    expect(decision).toMatchObject({ kind: 'notSettled', more: { samples, calls: 5 * samples } });
    expect(decision.more?.usd).toBeCloseTo(0.04 * samples, 9);
    const words = `needs about ${samples} more samples (${5 * samples} calls, $${(0.04 * samples).toFixed(2)})`;
    expect(comparisonSentence(comparison)).toBe(`Not settled: ${words}; no clear difference on the one metric.`);
    const [benchmark] = comparison.benchmarks;
    const lone = { sampleId: 'x', cases: [] };
    const ahead = { ...benchmark!, samples: { ...benchmark!.samples, beforeOnly: [lone, lone] } };
    expect(decisionOf({ ...comparison, benchmarks: [ahead] })?.more?.calls).toBe(5 * samples - 4);
    expect(moreWords({ ...decision, more: { samples: 20_000, calls: 1, usd: 1 } })).toBe(
      'needs over 10,000 more samples',
    );
  });

  it('is not settled while a guard is open, although a target is better', () => {
    const wide = movedMetric('Wide', [1, 0], 3);
    const comparison = compared([up], [wide]);
    expect(wordOf(comparison, 'Wide')).toBe('noEvidence');
    expect(decisionOf(comparison)?.kind).toBe('notSettled');
    expect(decisionOf(comparison)?.more?.samples).toBe(rowOf(comparison, 'Wide').needed! - 40);
  });

  it('waits for a fresh play of a baseline that was chosen for its score', () => {
    const chosen = { among: 4, chosenBy: ['before'], fresh: undefined, warning: 'Chosen among 4 runs.' };
    const comparison = compared([down], [], [], { options: { chosen } });
    expect(wordOf(comparison, 'Down')).toBe('worse');
    expect(decisionOf(comparison)).toEqual({ kind: 'notSettled', needsBaseline: true });
    expect(decisionWords(comparison)).toMatchObject({
      line: 'Not settled: run the baseline again first',
      needsBaseline: true,
    });
    expect(comparisonSentence(comparison)).toMatch(/^Not settled: run the baseline again first; worse at Down/u);
  });

  it('lets a guard on a scale of differences lose a share of its positive half', () => {
    const signed = movedMetric('Signed', [0, 0], 1);
    const comparison = compared([up], [{ ...signed, scale: [-1, 1] }]);
    expect(marginWords(rowOf(comparison, 'Signed'), 0.1)).toBe('margin 0.10');
  });

  it('does not look at metrics that are neither', () => {
    const comparison = compared([open], [], [down, up]);
    expect(decisionOf(comparison)?.kind).toBe('notSettled');
    for (const id of ['Up', 'Down'])
      expect(rowOf(comparison, id)).toMatchObject({ outcome: 'exploratory', p: undefined, pCorrected: undefined });
    expect(rowOf(comparison, 'Up').interval?.level).toBe(0.95);
  });
});

describe('a guard', () => {
  it('holds within its margin, which is a share of the scale', () => {
    const slight = movedMetric('Slight', [1, 0], 1);
    expect(wordOf(compared([up], [slight], [], { options: { guardMargin: 0.2 } }), 'Slight')).toBe('notWorse');
    expect(wordOf(compared([up], [slight], [], { options: { guardMargin: 0.1 } }), 'Slight')).toBe('noEvidence');
    // The same loss on a scale ten times as wide.
    const wider = movedMetric('Slight', [1, 0], 1, { unit: 'level', scale: [0, 10] });
    expect(wordOf(compared([up], [wider], [], { options: { guardMargin: 0.1 } }), 'Slight')).toBe('notWorse');
  });

  it('has a margin that was planned, and one that is raised after the run proves nothing', () => {
    const guards = [movedMetric('Slight', [1, 0], 1)];
    const raised = compared([up], guards, [], { options: { guardMargin: 0.2 } });
    expect(raised.namedAfter).toMatch(/^What guards may lose was raised after the run/u);
    expect(decisionOf(raised)?.kind).toBe('chosenAfterwards');
    const planned = compared([up], guards, [], { manifest: { guardMargin: 0.2 } });
    expect([wordOf(planned, 'Slight'), planned.namedAfter, planned.guardMargin]).toEqual(['notWorse', undefined, 0.2]);
    expect(compared([up], [], [], { options: { guardMargin: 0.2 } }).namedAfter).toBeUndefined();
  });

  it('is worse only if its loss stands out among what chance does to all guards', () => {
    const losing = movedMetric('Losing', [1, 0], 7);
    const random = createRandom('guards');
    const noisy = Array.from({ length: 8 }, (_, index): MeanMetric<ToySample> => {
      const moves = Array.from({ length: 40 }, () => random.int(2));
      const plain = movedMetric(`Noisy ${index}`, [0, 1], 40);
      const flipped = (place: number, value: unknown): number =>
        moves[place] === 1 ? 1 - Number(value) : Number(value);
      const observe: typeof plain.observe = (...seen) =>
        plain.observe(...seen).map((one, place) => ({ ...one, value: flipped(place, one.value) }));
      return { ...plain, observe };
    });
    const drawn = { options: { draws: 20_000 } };
    const alone = compared([same], [losing], [], drawn);
    expect(decisionOf(alone)).toEqual({ kind: 'reject' });
    expect(rowOf(alone, 'Losing').pCorrected).toBeCloseTo(2 / 2 ** 7, 8);
    const several = compared([same], [losing, ...noisy], [], drawn);
    expect(rowOf(several, 'Losing')).toMatchObject({ outcome: 'noEvidence', p: undefined });
    expect(rowOf(several, 'Losing').pCorrected).toBeGreaterThan(0.05);
    // To hold, it is read by itself: its interval is all a loss, here as there.
    expect(rowOf(several, 'Losing').interval).toEqual(rowOf(alone, 'Losing').interval);
    expect(rowOf(several, 'Losing').interval?.high).toBeLessThan(0);
    expect(decisionOf(several)?.kind).toBe('notSettled');
  });

  it('follows its direction', () => {
    const less = { direction: 'down' } as const;
    expect(wordOf(compared([up], [movedMetric('Errors', [0, 1], 40, less)]), 'Errors')).toBe('worse');
    expect(wordOf(compared([up], [movedMetric('Errors', [1, 0], 40, less)]), 'Errors')).toBe('notWorse');
  });

  it('with a wanted band is as bad as its distance from the band', () => {
    const level = { unit: 'level', scale: [0, 3], direction: 'band', band: [1, 2] } as const;
    const word = (from: number, to: number): string =>
      wordOf(compared([up], [movedMetric('Level', [from, to], 40, level)]), 'Level');
    expect(word(1.5, 3)).toBe('worse');
    expect(word(1.5, 0)).toBe('worse');
    expect(word(1.2, 1.8)).toBe('notWorse');
    expect(word(0, 1.5)).toBe('notWorse');
  });

  it('that is worse fails a check, and decides, although no target could be tested', () => {
    const few: MeanMetric<ToySample> = {
      ...open,
      observe: (results, policy) => open.observe(results, policy).slice(0, 3),
    };
    const comparison = compared([few], [down]);
    expect(wordOf(comparison, 'Open')).toBe('tooFew');
    expect(decisionOf(comparison)).toEqual({ kind: 'reject' });
    expect(comparisonOutcome(comparison)).toEqual({ kind: 'tested', worse: names([down]) });
  });
});

describe('a check', () => {
  it('does not pass where no target could be tested, whatever else was shown', () => {
    expect(comparisonOutcome(compared([open], [same], [up], { units: 4 })).kind).toBe('untested');
    expect(comparisonOutcome(compared([open], [same], [up], { manifest: { tutor: openAiModel } })).kind).toBe(
      'untested',
    );
    const few: MeanMetric<ToySample> = {
      ...open,
      observe: (results, policy) => open.observe(results, policy).slice(0, 3),
    };
    const comparison = compared([few], [same], [up]);
    expect(comparisonOutcome(comparison).kind).toBe('untested');
    expect(decisionOf(comparison)).toBeUndefined();
  });

  it('does not fail for a metric that is neither target nor guard', () => {
    expect(comparisonOutcome(compared([open], [same], [down]))).toEqual({ kind: 'tested', worse: [] });
  });
});

describe('aims that are named for one comparison', () => {
  it('replace only those of their kind in the later run', () => {
    const named = { options: { aims: { targets: [], guards: names([down]) } } };
    expect(compared([up, open], [same], [down], named).aims).toEqual({
      targets: names([up, open]),
      guards: names([down]),
    });
  });
});

describe('targets of a run whose replies came from an earlier run', () => {
  const compare = (replyCalls: number, firstAims: RunManifest['firstAims']): Comparison => {
    const [before, after] = [0, 1].map((label) =>
      comparedSession({
        trials: oneTrial(new Array<number>(40).fill(label)),
        ...{ metrics: [up], replyCalls, manifest: { firstAims } },
      }),
    ) as [RunSession, RunSession];
    return compareRuns(before, after, options);
  };
  const others = { [toyBenchmark.id]: { targets: names([down]), guards: [] } };

  it('were named afterwards if that one had others', () => {
    const comparison = compare(0, others);
    expect(decisionOf(comparison)).toEqual({ kind: 'chosenAfterwards' });
    expect(comparison.namedAfter).toMatch(/named after an earlier run had these replies/u);
  });

  it('decide if the replies are fresh, if it had the same, and for another benchmark', () => {
    expect(decisionOf(compare(1, others))).toEqual({ kind: 'adopt' });
    expect(decisionOf(compare(0, undefined))).toEqual({ kind: 'adopt' });
    expect(decisionOf(compare(0, { mrbench: { targets: [], guards: [] } }))).toEqual({ kind: 'adopt' });
  });
});

describe('copies of a target', () => {
  const drawn = { options: { draws: 20_000 } };
  const some = movedMetric('Some', [0, 1], 7);
  const double = movedMetric('Double', [0, 2], 7, { unit: 'level', scale: [0, 2] });
  const mixed = (id: string, every: number): MeanMetric<ToySample> => ({
    ...labelMetric({ id, title: id, unit: 'level', scale: [-3, 3] }),
    observe: (results, policy) =>
      labelMetric()
        .observe(results, policy)
        .map((one, place) => ({
          ...one,
          value: place % 4 === 0 ? 0 : (place % every === 0 ? -1 : 1) * Number(one.value),
        })),
  });

  it('cost the other targets nothing', () => {
    const p = (targets: Metrics): number => rowOf(compared(targets, [], [], drawn), 'Mixed').pCorrected!;
    const other = mixed('Mixed', 3);
    const without = p([other, some]);
    expect(Math.abs(p([other, some, double]) - without)).toBeLessThan(0.006);
    // An unrelated one does cost something.
    expect(p([other, some, mixed('Unlike', 2)])).toBeGreaterThan(without);
  });

  it('have the p of the one', () => {
    const comparison = compared([some, double], [], [], drawn);
    expect(Math.abs(rowOf(comparison, 'Some').pCorrected! - 2 / 2 ** 7)).toBeLessThan(0.004);
    expect(rowOf(comparison, 'Double')).toMatchObject({ planLevel: 0.05 });
  });
});

describe('what is read at several looks', () => {
  const order = Array.from({ length: 40 }, (_, place) => `${toyBenchmark.id}/s${place + 1}`);
  const at = (planned: number, looks: readonly number[]): Parts => ({
    manifest: { sequence: { planned, order, looks } },
  });

  it('has intervals of targets and guards that hold at all looks together', () => {
    const comparison = compared([up], [same], [down], at(40, [5, 10, 15, 20, 25, 30, 35, 40]));
    expect(comparison.repeatedLevel).toBeCloseTo(0.97, 3);
    expect(rowOf(comparison, 'Up').interval?.level).toBe(comparison.repeatedLevel);
    expect(rowOf(comparison, 'Same').interval?.level).toBe(comparison.repeatedLevel);
    expect(rowOf(comparison, 'Down').interval?.level).toBe(0.95);
    expect(methodText(comparison)).toMatch(
      /^95% intervals \(97% for targets and guards, so that they hold at all looks together\)/u,
    );
    expect(methodText(compared([up], []))).toMatch(/^95% intervals: /u);
  });

  it('spends little on a small part of the file', () => {
    const ten = movedMetric('Ten', [0, 1], 10);
    expect(rowOf(compared([ten], []), 'Ten')).toMatchObject({ outcome: 'better' });
    const part = compared([ten], [], [], at(400, [40]));
    expect(rowOf(part, 'Ten').pCorrected).toBeGreaterThan(rowOf(compared([ten], []), 'Ten').pCorrected!);
    expect(part.repeatedLevel).toBeGreaterThan(0.99);
  });

  it('is not tested before the first look', () => {
    const trials = oneTrial(Array.from({ length: 40 }, (_, place) => (place < 30 ? 1 : undefined)));
    const unanswered = Array.from({ length: 10 }, (_, place) => `s${31 + place}`);
    const run = (label: number): RunSession =>
      comparedSession({
        trials: label === 1 ? trials : oneTrial(new Array<number>(40).fill(0)),
        unanswered: label === 1 ? unanswered : [],
        metrics: [up],
        manifest: { sequence: { planned: 40, order, looks: [35, 40] } },
      });
    const comparison = compareRuns(run(0), run(1), options);
    expect(rowOf(comparison, 'Up')).toMatchObject({ outcome: 'noEvidence', pCorrected: 1, difference: 1, pairs: 30 });
    expect(comparison.perSample.calls).toBe(2);
  });
});
