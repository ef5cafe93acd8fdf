import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownFormat, importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { tutorBenchSampleSchema, type TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import { publicFile } from '../mrbench/publicFile';

/** Every public file that the importer reads. */
export const publicSampleFiles: readonly string[] = [
  'data/tutorbench/train.csv',
  'data/tutorbench/test.csv',
  'data/tutorbench/Text Tutoring Prompts.csv',
  'data/tutorbench/nine_columns_joined.csv',
];

const starterPath = fileURLToPath(new URL('../../../starter-sets/tutorbench.jsonl', import.meta.url));

/** The samples that ship; throws when a record is not in shape. */
export function starterSamples(): readonly TutorBenchSample[] {
  if (!existsSync(starterPath)) throw new Error('starter-sets/tutorbench.jsonl is not there.');
  return samplesOf(readFileSync(starterPath, 'utf8'), 'starter-sets/tutorbench.jsonl');
}

/** The samples of one public file; none when it is not there. */
export function publicSamples(path: string): readonly TutorBenchSample[] {
  const text = publicFile(path);
  return text === undefined ? [] : samplesOf(text, path);
}

function samplesOf(text: string, name: string): readonly TutorBenchSample[] {
  const result = importSamples(text, name, [ownFormat('tutorbench', tutorBench.sampleSchema), ...tutorBench.importers]);
  if (result.kind === 'refused') throw new Error(result.reason);
  const errors = result.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors[0])}`);
  return result.samples;
}

/** A hint on a problem of statistics with a criterion of each weight, as a data file has it. */
export const dieRecord = {
  system: 'tutorbench',
  id: 'die',
  useCase: 'active_learning',
  modality: 'text',
  subject: 'Statistics',
  bloom: 'apply',
  turns: [
    {
      role: 'user',
      content: 'A die is rolled 3 times. P(at least one six)? I have 1/6+1/6+1/6 = 1/2, but I doubt it.',
    },
  ],
  criteria: [
    {
      id: 'c1',
      text: 'Points out that the three events overlap, so adding double-counts.',
      weight: 5,
      dimensions: ['truthfulness'],
      skill: 'identifying_incorrect_steps',
      explicit: false,
      objective: true,
    },
    {
      id: 'c2',
      text: 'Asks a question or gives a hint that leads to the complement (no six at all).',
      weight: 5,
      dimensions: ['instruction_following'],
      skill: 'guiding_questions',
      explicit: true,
      objective: true,
    },
    {
      id: 'c3',
      text: 'Acknowledges the student’s own doubt.',
      weight: 1,
      dimensions: ['emotional_component', 'style_tone'],
      skill: null,
      explicit: false,
      objective: false,
    },
    {
      id: 'c4',
      text: 'States the final probability 91/216.',
      weight: -5,
      dimensions: ['instruction_following'],
      skill: null,
      explicit: true,
      objective: true,
    },
  ],
} as const;

export const dieSample: TutorBenchSample = tutorBenchSampleSchema.parse(dieRecord);
