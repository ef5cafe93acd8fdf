import { importMathTutorBench } from '../../../src/core/benchmarks/kmpDialogue/importMathTutorBench';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { publicFile } from '../mrbench/publicFile';

/** A record as the data has it, as far as tests look at it. */
export interface RawDialogue {
  readonly problem: string;
  readonly topic: string;
  readonly reference_solution: string;
  readonly dialog_history: readonly { readonly text: string; readonly user: string; readonly dialog_act?: string }[];
}

export const mathTutorBenchPaths = [
  'data/mathtutorbench/mathdial_bridge.json',
  'data/mathtutorbench/mathdial_bridge_hard.json',
] as const;

/** Every sample of the public files with its raw record; none where the files are not there. */
export function importedSamples(): readonly { readonly sample: KmpDialogueSample; readonly raw: RawDialogue }[] {
  return mathTutorBenchPaths.flatMap((path) => {
    const text = publicFile(path);
    if (text === undefined) return [];
    const result = importSamples(text, path, [importMathTutorBench]);
    if (result.kind === 'refused') throw new Error(result.reason);
    const raws = JSON.parse(text) as readonly RawDialogue[];
    return result.samples.map((sample) => {
      const raw = raws[Number(sample.id.replace(/\D/g, '')) - 1];
      if (raw === undefined) throw new Error(`${path}: there is no record for ${sample.id}.`);
      return { sample, raw };
    });
  });
}
