import { expect } from 'vitest';
import { z } from 'zod';
import { guideEvalMetrics, guideEvalPictures } from '../../../src/core/benchmarks/guideeval/metrics';
import { axisOf, guideEvalStates } from '../../../src/core/benchmarks/guideeval/samples';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { bandDistance } from '../../../src/core/compare/pairedStatistic';
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
    const { value, n } = metricValue(metric, results, { seed: 1, resamples: 10 });
    const block = blocks[metric.block ?? ''];
    expect(block).toBeDefined();
    if (block !== undefined) block[name] = { value, [name === 'ESA' || name === 'OSA' ? 'pairs' : 'n']: n };
  }
  return blocks;
}

/** The shares of the scores in the picture of a run whose wrong answers got these. */
function perceptionShares(scores: readonly (number | null)[]): unknown {
  const sample = guideEvalSample({ state: 'erroneous' });
  const results = scores.map((one) => resultWith(sample, { 'P-Redirect': one }));
  const counts = guideEvalPictures(results).flatMap(({ groups }) => groups[1]?.counts ?? []);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(['0', '0.5', '1'].map((score, place) => [score, (counts[place] ?? 0) / all]));
}

function isInBand(mean: number | null): boolean | undefined {
  const band = guideEvalMetrics.find(({ id }) => id === 'E-Heuristic')?.band ?? expect.fail('E-Heuristic has no band.');
  return mean === null ? undefined : bandDistance(mean, band) === 0;
}

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  ['guideeval_scores', metric(scoredItems, guideEvalScores)],
  ['perception_distribution', metric(z.object({ scores: z.array(score) }), ({ scores }) => perceptionShares(scores))],
  ['eh_in_moderate_range', metric(z.object({ value: score }), ({ value }) => isInBand(value))],
]);

describeGolden('guideeval', metrics);
