import type { MetricHead } from '../metric';
import { desiredLabel, dimensionIds, type DimensionId } from './labels';

/** Blocks a metric can stand in: all dialogues, or those of one public source. */
export const metricBlocks = [
  { id: 'all', title: 'All dialogues' },
  { id: 'Bridge', title: 'Bridge' },
  { id: 'MathDial', title: 'MathDial' },
] as const;
export type MetricBlockId = (typeof metricBlocks)[number]['id'];

/** The extra metric in which Neutral counts with Encouraging. */
const nonOffensiveId = 'tutor_tone_non_offensive';
const meanOfDimensionsId = 'mean_of_dimensions';

const dimensionTitles: Readonly<Record<DimensionId, string>> = {
  mistake_identification: 'Mistake identification',
  mistake_location: 'Mistake location',
  revealing_of_the_answer: 'Not revealing the answer',
  providing_guidance: 'Providing guidance',
  actionability: 'Actionability',
  coherence: 'Coherence',
  tutor_tone: 'Encouraging tone',
  human_likeness: 'Human-likeness',
};

const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;

/** Head of the DAMR of one dimension. */
export function damrHead(dimension: DimensionId, block: MetricBlockId): MetricHead {
  const label = desiredLabel(dimension);
  return {
    id: dimension,
    block,
    title: dimensionTitles[dimension],
    explain: `Replies labelled exactly “${label}” among all replies with a usable label (DAMR).`,
    ...percent,
    judges: [dimension],
  };
}

/** Head of the merged tone variant. */
export function nonOffensiveHead(block: MetricBlockId): MetricHead {
  return {
    id: nonOffensiveId,
    block,
    title: 'Non-offensive tone',
    explain: 'Replies whose tone is labelled “Encouraging” or “Neutral” among all replies with a usable label.',
    ...percent,
    judges: ['tutor_tone'],
  };
}

/** Head of the mean of the eight rates; the paper defines no composite. */
export function meanOfDimensionsHead(block: MetricBlockId): MetricHead {
  return {
    id: meanOfDimensionsId,
    block,
    title: 'Unweighted mean of dimensions (ours)',
    explain: 'Plain mean of the eight rates above. It is this project’s, not the paper’s, which defines no composite.',
    ...percent,
    judges: dimensionIds,
  };
}
