import { z } from 'zod';
import { arrW, clip, passRate } from '../../../src/core/benchmarks/tutorbench/scores';
import { f1VsMajority, humanAgreement } from '../../../src/core/benchmarks/tutorbench/goldReplies';
import { useCaseIds } from '../../../src/core/benchmarks/tutorbench/samples';
import { describeGolden } from '../../describeGolden';
import { headlineOf, sampleWithScore, shownMetric } from '../tutorbench/scoresByMetrics';

const met = z
  .boolean()
  .nullable()
  .transform((value) => value ?? undefined);
const raw = z
  .number()
  .nullable()
  .transform((value) => value ?? undefined);
const rated = z.object({ weight: z.number(), met });

/** The golden file has shares where a report has percent. */
function shareOf(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : percent / 100;
}

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (given) => compute(input.parse(given));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'arr_w',
    metric(z.object({ criteria: z.array(rated) }), ({ criteria }) => {
      const raw = arrW(criteria);
      return { raw, clipped: raw === undefined ? undefined : clip(raw) };
    }),
  ],
  [
    'headline',
    metric(z.object({ perSample: z.array(raw) }), ({ perSample }) => {
      const results = perSample.map((one, index) => sampleWithScore(`s${index}`, one));
      const { n, excluded, value } = shownMetric(results, 'headline', 'ARR_w');
      return { n, excluded, score: shareOf(value) };
    }),
  ],
  [
    'group_mean',
    metric(z.object({ samples: z.array(z.object({ group: z.enum(useCaseIds), raw })) }), ({ samples }) => {
      const results = samples.map((one, index) => sampleWithScore(`s${index}`, one.raw, { useCase: one.group }));
      return Object.fromEntries(
        [...new Set(samples.map(({ group }) => group))].map((group) => {
          const { n, value } = shownMetric(results, 'useCase', group);
          return [group, { n, score: shareOf(value) }];
        }),
      );
    }),
  ],
  [
    'tag_pass_rate',
    metric(z.object({ criteria: z.array(rated.extend({ tags: z.array(z.string()) })) }), ({ criteria }) =>
      Object.fromEntries(
        [...new Set(criteria.flatMap(({ tags }) => tags))].map((tag) => {
          const { n, rate } = passRate(criteria.filter(({ tags }) => tags.includes(tag)));
          return [tag, { n, rate }];
        }),
      ),
    ),
  ],
  [
    'f1_vs_majority',
    metric(z.object({ items: z.array(z.object({ judge: z.boolean(), humans: z.array(z.boolean()) })) }), ({ items }) =>
      f1VsMajority(items),
    ),
  ],
  [
    'mean_human_agreement',
    metric(z.object({ items: z.array(z.record(z.string(), z.boolean())) }), ({ items }) => ({
      mean: humanAgreement(items),
    })),
  ],
  [
    'pooled_overall',
    metric(z.object({ parts: z.array(z.object({ n: z.number(), score: z.number() })) }), ({ parts }) =>
      headlineOf(parts.flatMap(({ n, score }) => Array.from({ length: n }, () => score / 100))),
    ),
  ],
]);

// The intervals of a report are resampled, not normal ones. A missing score has no status, and raters have no rows.
describeGolden('tutorbench', metrics, {
  headline: ['ciHalfWidth'],
  arr_w: ['status'],
  mean_human_agreement: ['perRater'],
});
