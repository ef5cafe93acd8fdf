import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { annotationCorrelation, damr, pooledDamr } from '../../../src/core/benchmarks/mrbench/damr';
import {
  dimensionIds,
  extentLabels,
  labelCode,
  revealingLabels,
  toneLabels,
} from '../../../src/core/benchmarks/mrbench/labels';
import { expectClose, goldenPath, loadGolden } from '../../goldenCases';

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

const golden = loadGolden('mrbench');
const reason = golden === undefined ? ` (skipped: ${goldenPath('mrbench')} is not there)` : '';

describe.skipIf(golden === undefined)(`golden cases: mrbench${reason}`, () => {
  const cases = golden?.cases ?? [];
  const compared = new Set<string>();

  it.each(cases)('$id: $why', ({ id, metric: name, input, expected }) => {
    const compute = metrics.get(name);
    if (compute === undefined) {
      expect.fail(`No function stands for the metric "${name}": add it to the table of this test.`);
    }
    compared.add(id);
    expectClose(compute(input), expected, golden?.tolerance ?? 0);
  });

  it('compared every case of the file and used every metric of the table', () => {
    expect(compared.size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.map((item) => item.metric))).toEqual(new Set(metrics.keys()));
  });
});
