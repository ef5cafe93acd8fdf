import type { MetricHead } from '../metric';
import { judgeId } from './judgeForm';

export const metricBlocks = [
  { id: 'headline', title: 'All samples' },
  { id: 'useCase', title: 'By use case' },
  { id: 'subject', title: 'By subject' },
  { id: 'modality', title: 'By modality' },
  { id: 'bloom', title: 'By Bloom level' },
  { id: 'dimension', title: 'Evaluation dimensions' },
  { id: 'skill', title: 'Tutoring skills' },
  { id: 'tags', title: 'Kinds of criteria' },
] as const;
export type MetricBlockId = (typeof metricBlocks)[number]['id'];

export const headlineId = 'ARR_w';
const unclippedId = 'ARR_w_unclipped';
/** Subjects that the paper does not have, together. */
export const otherSubjectId = 'other';

const percent = { unit: 'percent', direction: 'up', judges: [judgeId] } as const;

/** Head of ARR_w over all samples or over those of one group. */
export function scoreHead(block: MetricBlockId, id: string, title: string): MetricHead {
  const which = block === 'headline' ? 'all samples' : `samples of “${title}”`;
  return {
    id,
    block,
    title,
    explain:
      `Mean over ${which} of the weights of the criteria that are met, divided by the sum of the positive weights; clipped to 0..100 ` +
      'after averaging. Not available while the tutor cannot see the images of some of them.',
    scale: [0, 100],
    ...percent,
  };
}

/** Head of the mean before clipping. A sample can fall below -100 when its unwanted behaviours outweigh the rest. */
export const unclippedHead: MetricHead = {
  id: unclippedId,
  block: 'headline',
  title: 'ARR_w before clipping',
  explain: 'The same mean without clipping: below 0 when unwanted behaviour costs more than the reply earns.',
  scale: [-100, 100],
  ...percent,
};

/** Head of the pass rate of the criteria with one tag. */
export function passRateHead(block: MetricBlockId, id: string, title: string): MetricHead {
  return {
    id,
    block,
    title,
    explain:
      `Good outcomes among the rated criteria of “${title}”, pooled over samples: met for a positive weight, not met for a ` +
      'negative one, each counted once.',
    scale: [0, 100],
    ...percent,
  };
}
