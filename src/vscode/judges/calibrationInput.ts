import * as z from 'zod';
import type { Benchmark } from '../../core/benchmark/benchmark';
import { benchmarkIds } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import { NotTextError, PlainFileError, readNamedText } from '../../core/store/plainFile';
import { type GoldSource, GoldSourceError } from '../../core/trust/goldSource';
import { readGold } from '../../core/trust/readGold';
import { reasonOf } from '../log';

const optionsSchema = z
  .object({
    benchmark: z.enum(benchmarkIds).optional().catch(undefined),
    /** `labels`: one's own hand labels. */
    gold: z.literal('labels').optional().catch(undefined),
    judge: z.string().min(1).max(500).optional().catch(undefined),
  })
  .catch({});

/** What a calibration was asked for with; what is absent is asked for. */
export type CalibrationOptions = Readonly<z.infer<typeof optionsSchema>>;

/** Reads the argument of the command: any extension can call it, and what does not fit counts as not given. */
export function calibrationOptions(argument: unknown): CalibrationOptions {
  return optionsSchema.parse(argument);
}

/** Labelled replies that a judge can be asked about, and whose labels are people's. */
export type LabelledReplies = Extract<GoldSource, { kind: 'replies' }>;

/** Throws `GoldSourceError` and `SampleFileError`, which say what is wrong with the file. */
export async function readLabelledReplies(benchmark: Benchmark, file: string): Promise<LabelledReplies> {
  const text = await readNamedText(file).catch((error: unknown) => {
    const isPlain = PlainFileError.is(error) || NotTextError.is(error);
    throw new GoldSourceError(isPlain ? error.message : `${file} cannot be read: ${reasonOf(error)}`);
  });
  const source = readGold(benchmark, { name: file, text }, { others: benchmarks.values() });
  if (source.kind === 'answers') {
    throw new GoldSourceError(
      `${source.name} holds a judge’s answers and no replies that another could be asked about. The command line shows their figures: tutor-prompt-lab calibrate.`,
    );
  }
  if (source.by === 'judge') {
    throw new GoldSourceError(
      `The labels in ${source.name} are another judge’s, not people’s, so no trust card could come of them. Give labels of people.`,
    );
  }
  return source;
}
