import * as z from 'zod';
import { benchmarkIds } from '../../core/benchmarks/benchmark';

/** What a calibration was asked for with; what is absent is asked for. */
export interface CalibrationWish {
  readonly benchmark?: (typeof benchmarkIds)[number];
  /** `labels`: one's own hand labels. */
  readonly gold?: 'labels';
  /** A model as settings name it. */
  readonly judge?: string;
}

const wishSchema = z.object({
  benchmark: z.enum(benchmarkIds).optional().catch(undefined),
  gold: z.literal('labels').optional().catch(undefined),
  judge: z.string().min(1).max(500).optional().catch(undefined),
});

/** Reads the argument of the command: any extension can call it, and what does not fit counts as not given. */
export function calibrationWish(argument: unknown): CalibrationWish {
  const read = wishSchema.safeParse(argument);
  return read.success ? read.data : {};
}
