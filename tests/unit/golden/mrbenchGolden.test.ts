import { z } from 'zod';
import { annotationCorrelation, damr, pooledDamr } from '../../../src/core/benchmarks/mrbench/damr';
import {
  dimensionIds,
  extentLabels,
  labelCode,
  revealingLabels,
  toneLabels,
} from '../../../src/core/benchmarks/mrbench/labels';
import { describeGolden } from '../../describeGolden';

const dimension = z.enum(dimensionIds);
const label = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);
const desired = z.array(z.enum([...new Set([...extentLabels, ...revealingLabels, ...toneLabels])]));
const part = z.object({ n: z.number(), value: z.number() });

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'damr',
    metric(z.object({ dimension, labels: z.array(label) }), (input) => {
      const { n, value } = damr(input.dimension, input.labels);
      return { n, value };
    }),
  ],
  [
    'damr_custom',
    metric(z.object({ dimension, labels: z.array(label), desired }), (input) => {
      const { n, value } = damr(input.dimension, input.labels, input.desired);
      return { n, value };
    }),
  ],
  ['damr_pooled', metric(z.object({ parts: z.array(part) }), ({ parts }) => pooledDamr(parts))],
  [
    'ac',
    metric(z.object({ dimension, pairs: z.array(z.tuple([label, label])) }), (input) =>
      annotationCorrelation(
        input.dimension,
        input.pairs.map(([human, judge]) => [judge, human] as const),
      ),
    ),
  ],
  ['label_code', metric(z.object({ dimension, label }), (input) => labelCode(input.dimension, input.label))],
]);

describeGolden('mrbench', metrics);
