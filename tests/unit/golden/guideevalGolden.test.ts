import { expect } from 'vitest';
import { z } from 'zod';
import { ehInModerateRange, perceptionDistribution } from '../../../src/core/benchmarks/guideeval/indicators';
import { guideEvalMetrics } from '../../../src/core/benchmarks/guideeval/metrics';
import { axisOf, guideEvalStates } from '../../../src/core/benchmarks/guideeval/samples';
import { metricValue } from '../../../src/core/benchmarks/metricValue';
import { describeGolden } from '../../describeGolden';
import { guideEvalSample, resultWith } from '../guideeval/guideEvalFixtures';

const score = z.number().nullable();
const scoredItems = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      pairId: z.string().nullable(),
      state: z.enum(guideEvalStates),
      P: score.optional(),
      O: score,
      E: score,
    }),
  ),
});

/** The golden file's names of our metrics. `E-difference` is ours and has no golden value. */
const shortNames = new Map([
  ['P-Affirm', 'P-A'],
  ['P-Redirect', 'P-R'],
  ['O-Advance', 'O-A'],
  ['O-Reconfigure', 'O-R'],
  ['E-Strategic', 'E-S'],
  ['E-Heuristic', 'E-H'],
  ['ESA', 'ESA'],
  ['OSA', 'OSA'],
]);

function guideEvalScores({ items }: z.infer<typeof scoredItems>): unknown {
  const results = items.map(({ id, pairId, state, P, O, E }) => {
    const positive = state === 'accurate' || state === 'comprehension';
    const perception = axisOf(state) === 'acc_err' ? { [positive ? 'P-Affirm' : 'P-Redirect']: P ?? null } : {};
    const orchestration = { [positive ? 'O-Advance' : 'O-Reconfigure']: O };
    return resultWith(guideEvalSample({ id, pairId: pairId ?? undefined, state }), {
      ...perception,
      ...orchestration,
      Elicitation: E,
    });
  });
  const blocks: Record<string, Record<string, unknown>> = { accErr: {}, compConf: {} };
  for (const metric of guideEvalMetrics) {
    const name = shortNames.get(metric.id);
    if (name === undefined) {
      expect(metric.id).toBe('E-difference');
      continue;
    }
    const { value, n } = metricValue(metric, results, { seed: 1, resamples: 10, level: 0.95 });
    const block = blocks[metric.block ?? ''];
    expect(block).toBeDefined();
    if (block !== undefined) block[name] = { value, [name === 'ESA' || name === 'OSA' ? 'pairs' : 'n']: n };
  }
  return blocks;
}

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  ['guideeval_scores', metric(scoredItems, guideEvalScores)],
  [
    'perception_distribution',
    metric(z.object({ scores: z.array(score) }), ({ scores }) =>
      perceptionDistribution(scores.map((one) => one ?? undefined)),
    ),
  ],
  ['eh_in_moderate_range', metric(z.object({ value: score }), ({ value }) => ehInModerateRange(value ?? undefined))],
]);

describeGolden('guideeval', metrics);
