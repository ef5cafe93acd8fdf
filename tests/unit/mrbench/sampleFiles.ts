import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownFormat, importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { publicFile } from './publicFile';

/** Every public file that this benchmark's importers read. */
export const publicSampleFiles: readonly string[] = [
  'data/mrbench/MRBench_V1.json',
  'data/mrbench/MRBench_V2.json',
  'data/mrbench/mrbench_v3_devset.json',
  'data/mrbench/mrbench_v3_testset.json',
  'data/mrbench/indoml/trainset.json',
  'data/mrbench/indoml/dev_testset.json',
  'data/mrbench/indoml/testset.json',
  'data/aitutor_evalkit/test_sample.json',
  'data/aitutor_evalkit/sample_mrbench_out_10examples.json',
  'data/bridge/train.json',
  'data/bridge/validation.json',
  'data/bridge/test.json',
  'data/bridge/responses_none_gpt4.json',
  'data/bridge/responses_expert_gpt4.json',
  'data/mathdial/test.jsonl',
  'data/mathdial/test.csv',
  'data/mathdial/example.jsonl',
];

const starterPath = fileURLToPath(new URL('../../../starter-sets/mrbench.jsonl', import.meta.url));

/** The samples that ship; throws when a record is not in shape. */
export function starterSamples(): readonly MrSample[] {
  if (!existsSync(starterPath)) throw new Error('starter-sets/mrbench.jsonl is not there.');
  return samplesOf(readFileSync(starterPath, 'utf8'), 'starter-sets/mrbench.jsonl');
}

/** The samples of one public file; none when it is not there. */
export function publicSamples(path: string): readonly MrSample[] {
  const text = publicFile(path);
  return text === undefined ? [] : samplesOf(text, path);
}

function samplesOf(text: string, name: string): readonly MrSample[] {
  const importers = [ownFormat('mrbench', mrBench.sampleSchema), ...mrBench.importers];
  const result = importSamples(text, name, importers);
  if (result.kind === 'refused') throw new Error(result.reason);
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
  return result.samples;
}
