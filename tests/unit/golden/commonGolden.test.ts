import { z } from 'zod';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { visibleReply } from '../../../src/core/benchmark/visibleReply';
import { agreementRatio, averageDeviation, pearson } from '../../../src/core/statistics/agreement';
import { sequentialSignP } from '../statistics/sequentialSignP';
import { wilsonInterval } from '../../../src/core/statistics/interval';
import { kappaOf } from '../../kappas';
import { describeGolden } from '../../describeGolden';
import { comparedSession, options } from '../compare/comparedSessions';

const score = z
  .number()
  .nullable()
  .transform((value) => value ?? undefined);
const label = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);
const scorePairs = z.object({ pairs: z.array(z.tuple([score, score])) });
const labelPairs = z.object({ pairs: z.array(z.tuple([label, label])) });
const scoresById = z.record(z.string(), score).transform((scores) => new Map(Object.entries(scores)));

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  ['strip_think', metric(z.object({ text: z.string() }), ({ text }) => visibleReply(text))],
  ['pearson', metric(scorePairs, ({ pairs }) => pearson(pairs))],
  ['agreement_ratio', metric(scorePairs, ({ pairs }) => agreementRatio(pairs))],
  ['average_deviation', metric(scorePairs, ({ pairs }) => averageDeviation(pairs))],
  ['cohen_kappa', metric(labelPairs, ({ pairs }) => kappaOf(pairs))],
  [
    'wilson95',
    metric(z.object({ successes: z.number(), n: z.number() }), ({ successes, n }) => {
      const interval = wilsonInterval(successes, n);
      return interval && { low: interval.low, high: interval.high };
    }),
  ],
  [
    'paired_difference',
    metric(z.object({ before: scoresById, after: scoresById }), ({ before, after }) => {
      const [earlier, later] = [before, after].map((scores) =>
        comparedSession({ trials: Object.fromEntries([...scores].map(([id, value]) => [id, [value]])) }),
      );
      const found = compareRuns(earlier!, later!, options).benchmarks[0]?.metrics[0];
      // Nothing is counted where no sample was scored in both runs.
      const { up = 0, same = 0, down = 0 } = found?.moves ?? {};
      return { pairs: found?.pairs, meanDifference: found?.difference, improved: up, same, worse: down };
    }),
  ],
  [
    'mcnemar_exact_p',
    metric(z.object({ onlyBefore: z.number(), onlyAfter: z.number() }), ({ onlyBefore, onlyAfter }) =>
      // One look at the flips, of which each is a unit.
      sequentialSignP(
        Float64Array.from({ length: onlyBefore + onlyAfter }, (_, unit) => (unit < onlyBefore ? -1 : 1)),
        { planned: onlyBefore + onlyAfter, looks: [onlyBefore + onlyAfter] },
      ),
    ),
  ],
]);

describeGolden('common', metrics, {
  // The intervals of a report are resampled, not normal ones.
  mean_ci95_normal: 'all',
  paired_difference: ['halfWidth'],
  // No statistic of the product is a kappa of more than two raters.
  fleiss_kappa: 'all',
});
