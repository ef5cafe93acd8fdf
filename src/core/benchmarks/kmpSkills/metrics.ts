import type { MetricDefinition } from '../metric';
import { errorMetrics } from './errorMetrics';
import type { KmpSkillsSample } from './samples';
import { generationMetrics, solvingMetrics } from './solvingMetrics';

/** Blocks in the order of the paper's Table 2. */
export const skillBlocks = [
  { id: 'fqa', title: 'Follow-up problem solving' },
  { id: 'ec', title: 'Error detection and correction' },
  { id: 'gen_followup', title: 'Problem generation: follow-up' },
  { id: 'gen_similar', title: 'Problem generation: similar' },
] as const;

export const kmpSkillsMetrics: readonly MetricDefinition<KmpSkillsSample>[] = [
  ...solvingMetrics,
  ...errorMetrics,
  ...generationMetrics('gen_followup', 'generation_followup'),
  ...generationMetrics('gen_similar', 'generation_similar'),
];
