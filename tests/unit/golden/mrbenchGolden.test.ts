import { z } from 'zod';
import { damr } from '../../../src/core/benchmarks/mrbench/metrics';
import {
  dimensionIds,
  extentLabels,
  labelCode,
  labelsOf,
  revealingLabels,
  type DimensionId,
  toneLabels,
} from '../../../src/core/benchmarks/mrbench/labels';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import { describeGolden } from '../../describeGolden';

const dimension = z.enum(dimensionIds);
const label = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);
const desired = z.array(z.enum([...new Set([...extentLabels, ...revealingLabels, ...toneLabels])]));

/** AC as a calibration shows it. */
function acOf(dimension: DimensionId, pairs: readonly (readonly [string | undefined, string | undefined])[]): unknown {
  const rated = pairs.map(([human = '', judge], place): RatedLabel => {
    const id = `sample ${place}`;
    return { dimension, cluster: id, sampleId: id, tutor: '', human, judge, reply: '' };
  });
  return dimensionAgreement(dimension, rated, { scale: labelsOf(dimension), seed: '1', resamples: 2 }).pearson;
}

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
  [
    'ac',
    metric(z.object({ dimension, pairs: z.array(z.tuple([label, label])) }), (input) =>
      acOf(input.dimension, input.pairs),
    ),
  ],
  ['label_code', metric(z.object({ dimension, label }), (input) => labelCode(input.dimension, input.label))],
]);

// A run counts the labels of all its dialogues and averages no rates of parts.
describeGolden('mrbench', metrics, { damr_pooled: 'all' });
