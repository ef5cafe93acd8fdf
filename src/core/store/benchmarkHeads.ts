import * as z from 'zod';

const range = z.tuple([z.number(), z.number()]).readonly();

const metricHead = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    unit: z.enum(['share', 'percent', 'level', 'points']),
    direction: z.enum(['up', 'down', 'band', 'none']),
    scale: range,
    band: range.optional(),
  })
  .readonly();

const block = z
  .strictObject({ id: z.string(), title: z.string(), judge: z.string(), metrics: z.array(metricHead).readonly() })
  .readonly();

/**
 * What the figures of a benchmark in a summary are of: its metrics by block and judge model. The same in nearly every run of a tool
 * version, so that summaries share it; what the schema has read is frozen.
 */
export const benchmarkHeadsSchema = z
  .strictObject({ id: z.string(), title: z.string(), blocks: z.array(block).readonly() })
  .readonly();
export type BenchmarkHeads = z.infer<typeof benchmarkHeadsSchema>;
export type SummarizedBlock = BenchmarkHeads['blocks'][number];
type SummarizedHead = SummarizedBlock['metrics'][number];

/** A metric with the block it stands in. */
export interface PlacedHead {
  readonly block: SummarizedBlock;
  readonly head: SummarizedHead;
}

/** All metrics in the order in which figures have them: block after block. */
export function placedHeads({ blocks }: BenchmarkHeads): readonly PlacedHead[] {
  return blocks.flatMap((one) => one.metrics.map((head) => ({ block: one, head })));
}
