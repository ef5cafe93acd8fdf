import { z } from 'zod';
import { visibleReply } from '../../../src/core/dialogue/visibleReply';
import { agreementRatio, averageDeviation, cohenKappa, fleissKappa } from '../../../src/core/statistics/agreement';
import { mcnemarExactP } from '../../../src/core/statistics/mcnemar';
import { meanInterval } from '../../../src/core/statistics/meanInterval';
import { pairedDifference } from '../../../src/core/statistics/pairedDifference';
import { pearson } from '../../../src/core/statistics/pearson';
import { wilsonInterval } from '../../../src/core/statistics/wilson';
import { describeGolden } from '../../describeGolden';

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
  ['cohen_kappa', metric(labelPairs, ({ pairs }) => cohenKappa(pairs))],
  ['fleiss_kappa', metric(z.object({ table: z.array(z.array(z.number())) }), ({ table }) => fleissKappa(table))],
  [
    'wilson95',
    metric(z.object({ successes: z.number(), n: z.number() }), ({ successes, n }) => {
      const interval = wilsonInterval(successes, n);
      return interval && { low: interval.low, high: interval.high };
    }),
  ],
  [
    'mean_ci95_normal',
    metric(z.object({ values: z.array(score) }), ({ values }) => {
      const { n, mean, halfWidth } = meanInterval(values);
      return { n, mean, halfWidth };
    }),
  ],
  [
    'paired_difference',
    metric(z.object({ before: scoresById, after: scoresById }), ({ before, after }) => {
      const { pairs, meanDifference, halfWidth, improved, same, worse } = pairedDifference(before, after);
      return { pairs, meanDifference, halfWidth, improved, same, worse };
    }),
  ],
  [
    'mcnemar_exact_p',
    metric(z.object({ onlyBefore: z.number(), onlyAfter: z.number() }), ({ onlyBefore, onlyAfter }) =>
      mcnemarExactP(onlyBefore, onlyAfter),
    ),
  ],
]);

describeGolden('common', metrics);
