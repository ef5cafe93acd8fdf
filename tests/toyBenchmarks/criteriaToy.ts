import { z } from 'zod';
import type { ImageReference } from '../../src/core/providers/message';
import { criteriaJudge, systemOf, toyBenchmark } from './toyBenchmark';

const image = z.object({
  path: z.string().optional(),
  url: z.string().optional(),
  mediaType: z.string(),
  alt: z.string().optional(),
});
const criteriaSample = z.object({
  id: z.string(),
  /** Absent in samples of text alone. */
  image: image.optional(),
  criteria: z.array(z.object({ id: z.string(), weight: z.number() })),
});
export type CriteriaSample = z.infer<typeof criteriaSample>;

const blockSize = 3;

/** The shape of TutorBench: weighted criteria in blocks, an image in the sample, a weighted mean over criteria. */
export const criteriaToy = toyBenchmark<CriteriaSample>('tutorbench', criteriaSample, {
  imagesOf,
  plan: (sample, prompt) => ({
    system: systemOf(prompt),
    opening: [
      { role: 'user', content: `Look at my work on ${sample.id}.`, images: imagesOf(sample) },
      { role: 'assistant', content: 'I see it.' },
    ],
    studentTurns: [{ role: 'user', content: 'What now?' }],
    decoding: { maxOutputTokens: 100 },
    warnings: [],
  }),
  judgements(sample, dialogue) {
    const ids = sample.criteria.map((criterion) => criterion.id);
    const reply = dialogue.replies[0]?.visible ?? '';
    return Array.from({ length: Math.ceil(ids.length / blockSize) }, (_, block) =>
      criteriaJudge(
        `rubric/${block + 1}`,
        'rubric',
        ids.slice(block * blockSize, (block + 1) * blockSize),
        `Reply: ${reply}`,
        imagesOf(sample),
      ),
    );
  },
  metrics: [
    {
      kind: 'mean',
      id: 'ARR_w',
      title: 'Weighted agreement',
      explain: 'Weight of the criteria that are met, over the weight of all positive ones.',
      unit: 'share',
      direction: 'up',
      scale: [-1, 1],
      judges: ['rubric'],
      observe: (results) =>
        results.map(({ sample, repeats }) => ({
          unit: sample.id,
          value: weighted(sample, repeats[0]?.verdicts ?? []),
        })),
    },
  ],
});

function imagesOf(sample: CriteriaSample): readonly ImageReference[] {
  return sample.image === undefined ? [] : [sample.image];
}

/** `undefined` where any criterion is unscored: the sample is incomplete. */
function weighted(
  sample: CriteriaSample,
  verdicts: readonly { criterionId?: string; label?: unknown }[],
): number | undefined {
  const labels = new Map(verdicts.map((verdict) => [verdict.criterionId, verdict.label]));
  if (sample.criteria.some(({ id }) => typeof labels.get(id) !== 'boolean')) return undefined;
  const sum = (criteria: CriteriaSample['criteria']): number =>
    criteria.reduce((total, { weight }) => total + weight, 0);
  const met = sample.criteria.filter(({ id }) => labels.get(id) === true);
  return sum(met) / sum(sample.criteria.filter(({ weight }) => weight > 0));
}
