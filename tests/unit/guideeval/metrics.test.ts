import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import type { GuideEvalSample } from '../../../src/core/benchmarks/guideeval/samples';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { guideEvalSample, resultWith } from './guideEvalFixtures';

type Result = SampleResult<GuideEvalSample>;

function value(results: readonly Result[], id: string, block = 'accErr'): MetricValue {
  const metric = guideEval.metrics.find((one) => one.id === id && one.block === block);
  if (metric === undefined) throw new Error(`No metric ${block}/${id}`);
  return metricValue(metric, results, { seed: 1, resamples: 50 });
}

type Scores = Readonly<Record<string, number | null>>;

function pair(pairId: string, positive: readonly Scores[], negative: readonly Scores[]): Result[] {
  return [
    resultWith(guideEvalSample({ id: `${pairId}a`, pairId, state: 'accurate' }), ...positive),
    resultWith(guideEvalSample({ id: `${pairId}b`, pairId, state: 'erroneous' }), ...negative),
  ];
}

describe('the metrics of GuideEval', () => {
  it("are the paper's, in two blocks, with E-difference for orientation", () => {
    expect(guideEval.metrics.map(({ block, id }) => `${block}/${id}`)).toEqual([
      ...[
        'P-Affirm',
        'P-Redirect',
        'O-Advance',
        'O-Reconfigure',
        'E-Strategic',
        'E-Heuristic',
        'ESA',
        'OSA',
        'E-difference',
      ].map((id) => `accErr/${id}`),
      ...['O-Advance', 'O-Reconfigure', 'E-Strategic', 'E-Heuristic', 'ESA', 'OSA', 'E-difference'].map(
        (id) => `compConf/${id}`,
      ),
    ]);
    const judges = new Set(guideEval.judges.map(({ id }) => id));
    const blocks = new Set(guideEval.blocks.map(({ id }) => id));
    for (const metric of guideEval.metrics) {
      expect(metric.judges.every((judge) => judges.has(judge))).toBe(true);
      expect(blocks.has(metric.block ?? '')).toBe(true);
      expect(metric.explain).toMatch(/[.?]$/);
    }
    expect(guideEval.metrics.filter(({ direction }) => direction === 'band').map(({ id, band }) => [id, band])).toEqual(
      [
        ['E-Heuristic', [1, 2]],
        ['E-Heuristic', [1, 2]],
      ],
    );
    expect(guideEval.metrics.filter(({ direction }) => direction === 'none').map(({ id }) => id)).toEqual([
      'E-difference',
      'E-difference',
    ]);
  });

  it('average repeats inside a sample first', () => {
    const results = [
      resultWith(guideEvalSample({ id: 'a' }), { 'P-Affirm': 1 }, { 'P-Affirm': 0 }, { 'P-Affirm': null }),
      resultWith(guideEvalSample({ id: 'b' }), { 'P-Affirm': 1 }),
    ];
    // The third trial of the first sample has no verdict.
    expect(value(results, 'P-Affirm')).toMatchObject({ value: 0.75, n: 2, excluded: 1, incomplete: 1 });
  });

  it('pair repeats of OSA by their number', () => {
    // Each member is good in one repeat, never in the same one.
    const crossed = pair(
      'p',
      [{ 'O-Advance': 1 }, { 'O-Advance': 0 }],
      [{ 'O-Reconfigure': 0 }, { 'O-Reconfigure': 1 }],
    );
    expect(value(crossed, 'OSA')).toMatchObject({ value: 0, n: 1 });
    const half = pair('p', [{ 'O-Advance': 1 }, { 'O-Advance': 0 }], [{ 'O-Reconfigure': 1 }, { 'O-Reconfigure': 1 }]);
    expect(value(half, 'OSA')).toMatchObject({ value: 0.5, n: 1 });
    const missing = pair(
      'p',
      [{ 'O-Advance': 1 }, { 'O-Advance': 0 }],
      [{ 'O-Reconfigure': 1 }, { 'O-Reconfigure': null }],
    );
    expect(value(missing, 'OSA')).toMatchObject({ value: 1, n: 1 });
  });

  it('count what was planned and has no usable verdict', () => {
    const results = pair('p', [{ 'O-Advance': 1, Elicitation: 2 }], [{ 'O-Reconfigure': null, Elicitation: 1 }]);
    expect(value(results, 'O-Reconfigure')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
    expect(value(results, 'OSA')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
    expect(value(results, 'ESA')).toMatchObject({ value: 1, n: 1, excluded: 0 });
    expect(value(results, 'P-Affirm')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
    expect(value(results, 'O-Advance', 'compConf')).toMatchObject({ n: 0, excluded: 0 });
    // Without the partner there is no pair to plan for.
    expect(value(results.slice(0, 1), 'ESA')).toMatchObject({ n: 0, excluded: 0 });
  });

  it('take only pairs of two opposite states', () => {
    const [one, other] = pair('p', [{ Elicitation: 3 }], [{ Elicitation: 1 }]);
    const stray = resultWith(guideEvalSample({ id: 'x', pairId: 'p', state: 'confusion' }), { Elicitation: 0 });
    expect(value([one!, other!, stray], 'ESA')).toMatchObject({ value: 2, n: 1 });
    expect(value([one!, one!], 'ESA')).toMatchObject({ value: undefined, n: 0 });
  });

  it('keep OSA within its bounds and ESA equal to the difference where every sample is paired and judged', () => {
    const bit = fc.constantFrom(0, 1);
    const level = fc.constantFrom(0, 1, 2, 3);
    const pairs = fc.array(fc.tuple(bit, bit, level, level), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(pairs, (scores) => {
        const results = scores.flatMap(([advance, reconfigure, high, low], index) =>
          pair(
            `p${index}`,
            [{ 'O-Advance': advance, Elicitation: high }],
            [{ 'O-Reconfigure': reconfigure, Elicitation: low }],
          ),
        );
        const at = (id: string): number => value(results, id).value ?? Number.NaN;
        expect(at('OSA')).toBeGreaterThanOrEqual(Math.max(0, at('O-Advance') + at('O-Reconfigure') - 1) - 1e-9);
        expect(at('OSA')).toBeLessThanOrEqual(Math.min(at('O-Advance'), at('O-Reconfigure')) + 1e-9);
        expect(at('ESA')).toBeCloseTo(at('E-Strategic') - at('E-Heuristic'), 9);
        expect(at('E-difference')).toBeCloseTo(at('ESA'), 9);
        expect(Math.abs(at('ESA'))).toBeLessThanOrEqual(3);
      }),
      { numRuns: 60 },
    );
  });

  it('count unpaired samples in E-difference but not in ESA', () => {
    const lone = resultWith(guideEvalSample({ id: 'x', state: 'erroneous' }), { Elicitation: 3 });
    const results = [...pair('p', [{ Elicitation: 3 }], [{ Elicitation: 1 }]), lone];
    expect(value(results, 'ESA')).toMatchObject({ value: 2, n: 1 });
    expect(value(results, 'E-difference')).toMatchObject({ value: 1, n: 2 });
  });
});
