import { z } from 'zod';
import { arrW, groupScore, headline, passRate, pooledScore } from '../../../src/core/benchmarks/tutorbench/arrW';
import { f1VsMajority, humanAgreement } from '../../../src/core/benchmarks/tutorbench/judgeQuality';
import { describeGolden } from '../../describeGolden';

const met = z
  .boolean()
  .nullable()
  .transform((value) => value ?? undefined);
const raw = z
  .number()
  .nullable()
  .transform((value) => value ?? undefined);
const rated = z.object({ weight: z.number(), met });

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (given) => compute(input.parse(given));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'arr_w',
    metric(z.object({ criteria: z.array(rated) }), ({ criteria }) => {
      const { kind, ...score } = arrW(criteria);
      return { ...score, status: kind === 'scored' ? 'ok' : kind };
    }),
  ],
  [
    'headline',
    metric(z.object({ perSample: z.array(raw) }), ({ perSample }) => {
      const { halfWidth, ...score } = headline(perSample);
      return { ...score, ciHalfWidth: halfWidth };
    }),
  ],
  [
    'group_mean',
    metric(z.object({ samples: z.array(z.object({ group: z.string(), raw })) }), ({ samples }) =>
      Object.fromEntries(
        [...new Set(samples.map(({ group }) => group))].map((group) => {
          const { n, score } = groupScore(samples.filter((one) => one.group === group).map((one) => one.raw));
          return [group, { n, score }];
        }),
      ),
    ),
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
    metric(z.object({ items: z.array(z.record(z.string(), z.boolean())) }), ({ items }) => humanAgreement(items)),
  ],
  [
    'pooled_overall',
    metric(z.object({ parts: z.array(z.object({ n: z.number(), score: z.number() })) }), ({ parts }) =>
      pooledScore(parts),
    ),
  ],
]);

describeGolden('tutorbench', metrics);
