import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importSamples, type SampleImport } from '../../../src/core/benchmark/importing/recognizeFile';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import {
  kmpSkillsSampleSchema,
  type EcSample,
  type FqaSample,
  type GenSample,
  type KmpSkillsSample,
} from '../../../src/core/benchmarks/kmpSkills/samples';
import { publicFile } from '../mrbench/publicFile';

/** Every public file that this benchmark's importers read, with the number of records that its README gives. */
export const publicSampleFiles: readonly (readonly [path: string, format: string, records: number])[] = [
  ['data/processbench/gsm8k.json', 'processbench', 301],
  ['data/processbench/math.sample200.json', 'processbench', 149],
  ['data/mr_gsm8k/gpt4-grading/Claude_eval_results.json', 'mr-gsm8k', 244],
  ['data/mr_gsm8k/gpt4-grading/GPT3_5_eval_results.json', 'mr-gsm8k', 134],
  ['data/mr_gsm8k/gpt4-grading/mammoth_70B_eval_results.json', 'mr-gsm8k', 2],
  ['data/mr_gsm8k/gpt4-grading/metamath_70B_eval_results.json', 'mr-gsm8k', 17],
  ['data/mr_gsm8k/gpt4-grading/wizardmath_70B_eval_results.json', 'mr-gsm8k', 2],
  ['data/verify_then_generate/dataset.json', 'verify-then-generate', 763],
];

const starterPath = fileURLToPath(new URL('../../../starter-sets/kmp-skills.jsonl', import.meta.url));

/** What the benchmark's importers, its own form first, make of a text. */
export function imported(text: string, name: string): SampleImport<KmpSkillsSample> {
  const own = kmpSkills.ownImporter;
  return importSamples(text, name, [...(own === undefined ? [] : [own]), ...kmpSkills.importers]);
}

function samplesOf(text: string, name: string): readonly KmpSkillsSample[] {
  const result = imported(text, name);
  if (result.kind === 'refused') throw new Error(result.reason);
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
  return result.samples;
}

/** The samples that ship; throws when a record is not in shape. */
export function starterSamples(): readonly KmpSkillsSample[] {
  return samplesOf(readFileSync(starterPath, 'utf8'), 'starter-sets/kmp-skills.jsonl');
}

/** The samples of one public file; none when it is not there. */
export function publicSamples(path: string): readonly KmpSkillsSample[] {
  const text = publicFile(path);
  return text === undefined ? [] : samplesOf(text, path);
}

function parsed(record: object): KmpSkillsSample {
  return kmpSkillsSampleSchema.parse({ system: 'kmpbench', ...record });
}

export const chain = parsed({
  task: 'fqa',
  id: 'chain',
  grade: '3',
  domain: 'multiplication',
  questions: [
    { question: 'Nora packs 3 boxes of 4 eggs. How many eggs?', answer: '12', solution: 'SECRET one. 3 × 4 = 12.' },
    { question: 'She takes 5 out {{instructions}}. How many are left?', answer: '7 SECRET eggs' },
    { question: 'She puts them in rows of 2. How many full rows?', answer: '3', solution: 'SECRET three' },
  ],
}) as FqaSample;

export const wrongSolution = parsed({
  task: 'ec',
  id: 'wrong',
  problem: 'Compute 3·(4+2)−5.',
  answer: '13',
  studentSteps: ['4+2=6', '3·6=19', '19−5=14'],
  firstErrorStep: 2,
  errorReason: 'SECRET: 3 times 6 is 18, a multiplication slip',
  solution: 'SECRET worked solution',
}) as EcSample;

export const rightSolution = parsed({
  task: 'ec',
  id: 'right',
  problem: 'Compute 20 − 2·7.',
  answer: '6',
  studentSteps: ['2·7=14', '20−14=6'],
  firstErrorStep: -1,
  errorReason: null,
}) as EcSample;

export const seed = parsed({
  task: 'gen_similar',
  id: 'seed',
  seedProblem: 'A baker puts 12 rolls on each of 8 trays. How many rolls are there?',
  seedSolution: 'Each tray has 12 rolls and there are 8 trays: 12 × 8 = 96. There are 96 rolls.',
}) as GenSample;

export const followUpSeed: GenSample = { ...seed, id: 'followup', task: 'gen_followup' };

export const oneOfEach: readonly KmpSkillsSample[] = [chain, wrongSolution, rightSolution, seed, followUpSeed];
