import * as z from 'zod';
import { orNone, repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';
import type { ImageReference } from '../../providers/message';

export const dimensionTitles = {
  instruction_following: 'Instruction following',
  truthfulness: 'Truthfulness',
  conciseness_relevance: 'Conciseness and relevance',
  style_tone: 'Style and tone',
  visual_perception: 'Visual perception',
  visual_reasoning: 'Visual reasoning',
  student_level_calibration: 'Student-level calibration',
  emotional_component: 'Emotional component',
} as const;

export const skillTitles = {
  identifying_core_difficulty: 'Identifying the core difficulty',
  identifying_correct_steps: 'Identifying correct steps',
  identifying_incorrect_steps: 'Identifying incorrect steps',
  stating_knowledge: 'Recalling and stating knowledge',
  alternative_solutions: 'Alternative solutions',
  examples_analogies: 'Examples and analogies',
  guiding_questions: 'Questions that guide',
  step_by_step_help: 'Step-by-step help',
} as const;

export const useCaseTitles = {
  adaptive_explanation: 'Adaptive explanation',
  assessment_feedback: 'Assessment and feedback',
  active_learning: 'Active learning',
} as const;

export const bloomTitles = {
  remember: 'Remember',
  understand: 'Understand',
  apply: 'Apply',
  analyze: 'Analyse',
  evaluate: 'Evaluate',
  create: 'Create',
} as const;

export const modalityTitles = { text: 'Text only', multimodal: 'With image' } as const;

export type TbDimension = keyof typeof dimensionTitles;
export type TbSkill = keyof typeof skillTitles;
export type TbUseCase = keyof typeof useCaseTitles;
export type TbModality = keyof typeof modalityTitles;

export const dimensionIds = keysOf(dimensionTitles);
export const skillIds = keysOf(skillTitles);
export const useCaseIds = keysOf(useCaseTitles);
export const bloomIds = keysOf(bloomTitles);
export const modalityIds = keysOf(modalityTitles);

/** The paper's subjects. Others are allowed and reported together. */
export const subjectIds = ['Biology', 'Physics', 'Chemistry', 'Statistics', 'Calculus', 'Computer Science'] as const;

const visualDimensions: readonly TbDimension[] = ['visual_perception', 'visual_reasoning'];

function keysOf<K extends string>(titles: Readonly<Record<K, string>>): readonly [K, ...K[]] {
  return Object.keys(titles) as [K, ...K[]];
}

const imageSchema = z
  .object({
    path: z.string().min(1).optional(),
    url: z.string().min(1).optional(),
    mediaType: z.string().regex(/^image\/[a-z0-9.+-]+$/, 'It must be a type such as image/png.'),
    alt: z.string().optional(),
  })
  .refine(({ path, url }) => (path === undefined) !== (url === undefined), 'Give either a path or a url.');

const criterionSchema = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  weight: z.union([z.literal(5), z.literal(1), z.literal(-5)], 'It must be 5, 1 or -5.'),
  /** One in the paper, often two in the release. The release's “Not applicable” means none. */
  dimensions: z.array(z.enum(dimensionIds)).readonly(),
  skill: orNone(z.enum(skillIds)),
  /** Requested openly; otherwise implied by the situation. */
  explicit: orNone(z.boolean()),
  objective: orNone(z.boolean()),
  /** `prohibition`: the text forbids something, and met means that the reply did it. Only with weight -5. */
  polarity: z.enum(['statement', 'prohibition']).default('statement'),
});

/** The public set has at most 28. */
const mostCriteria = 500;

const recordSchema = z.object({
  system: z.literal('tutorbench'),
  id: z.string().min(1),
  title: z.string().optional(),
  useCase: z.enum(useCaseIds),
  modality: z.enum(modalityIds),
  subject: z.string().min(1),
  bloom: orNone(z.enum(bloomIds)),
  turns: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.string(),
        images: z.array(imageSchema).readonly().default([]),
      }),
    )
    .min(1)
    .readonly(),
  criteria: z.array(criterionSchema).min(1).max(mostCriteria).readonly(),
  /** People's ratings of given replies, three per criterion in the paper; true is met. */
  humanRatings: z
    .array(z.object({ reply: z.string(), criterionId: z.string(), ratings: z.array(z.boolean()).readonly() }))
    .readonly()
    .default([]),
});

export const tutorBenchSampleSchema = recordSchema.superRefine((record, context) => {
  const { turns, criteria, modality } = record;
  const fault = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  const images = turns.flatMap((turn) => turn.images);
  if (turns.length > 0 && turns.at(-1)?.role !== 'user') {
    const message = 'The last turn must be the student’s: the tutor under test replies to it.';
    fault(['turns', turns.length - 1, 'role'], message);
  }
  for (const [index, turn] of turns.entries()) {
    if (turn.content.trim() === '' && turn.images.length === 0)
      fault(['turns', index, 'content'], 'A turn needs words or an image.');
  }
  if (modality === 'multimodal' && images.length === 0)
    fault(['turns'], 'A multimodal sample needs at least one image.');
  if (modality === 'text' && images.length > 0) fault(['modality'], 'A sample with an image is "multimodal".');
  if (!criteria.some(({ weight }) => weight > 0))
    fault(['criteria'], 'At least one criterion needs a positive weight: the score is a share of their sum.');
  for (const [index, { id, weight, dimensions, polarity }] of criteria.entries()) {
    const isRepeated = criteria.findIndex((other) => other.id === id) < index;
    if (isRepeated) fault(['criteria', index, 'id'], `The criterion id "${id}" is used twice.`);
    if (modality === 'text' && dimensions.some((dimension) => visualDimensions.includes(dimension)))
      fault(['criteria', index, 'dimensions'], 'A visual dimension needs a multimodal sample.');
    if (polarity === 'prohibition' && weight > 0)
      fault(['criteria', index, 'polarity'], 'Only a criterion of weight -5 can be marked as a prohibition.');
  }
});

export type TutorBenchSample = z.output<typeof tutorBenchSampleSchema>;
export type TbCriterion = TutorBenchSample['criteria'][number];
export type TbTurn = TutorBenchSample['turns'][number];

export function imagesOf({ turns }: Pick<TutorBenchSample, 'turns'>): readonly ImageReference[] {
  return turns.flatMap(({ images }) => images);
}

/** The speaker of assistant turns: in assessment samples they hold the student's solution, as in the paper. */
function speakerOf({ useCase }: Pick<TutorBenchSample, 'useCase'>, role: TbTurn['role']): string {
  if (role === 'user') return 'Student';
  return useCase === 'assessment_feedback' ? 'First response (the student’s solution)' : 'Tutor';
}

export function transcriptOf(
  sample: TutorBenchSample,
  turns: TutorBenchSample['turns'],
  noteOf: (number: number, image: TbTurn['images'][number]) => string,
): string {
  let number = 0;
  return turns
    .map(({ role, content, images }) => {
      const notes = images.map((image) => noteOf((number += 1), image));
      return `${speakerOf(sample, role)}: ${[content, ...notes].filter((part) => part !== '').join('\n')}`;
    })
    .join('\n\n');
}

export function studentWords({ useCase, turns }: TutorBenchSample): string {
  const solution = useCase === 'assessment_feedback' ? turns.findLast(({ role }) => role === 'assistant') : undefined;
  return (solution ?? turns.at(-1))?.content ?? '';
}

const negative =
  /\b(?:must|should|shall|may|can|could|will|would|do|does|did)\s+not\b|\b\w{1,8}n['’]t\b|\bcannot\b|\bavoid(?:s|ing)?\b|\bwithout\b|\bnever\b|\brefrains?\b/i;

/** With weight -5, good replies would lose points on such a criterion. */
export function readsAsProhibition(text: string): boolean {
  return negative.test(text);
}

export function checkTutorBenchSamples(samples: readonly TutorBenchSample[]): readonly SampleProblem[] {
  const faults = samples.flatMap((sample) => {
    const { criteria, humanRatings } = sample;
    const problems: SampleProblem[] = [];
    const warn = (field: string, message: string): unknown =>
      problems.push(sampleProblem('warning', sample, field, message));
    for (const [index, { text, weight, polarity, dimensions }] of criteria.entries()) {
      if (weight < 0 && polarity === 'statement' && readsAsProhibition(text)) {
        const message =
          'With weight -5 the text must describe the unwanted behaviour as present, or good replies lose points. Reword it, or set ' +
          '"polarity": "prohibition" if it forbids the behaviour.';
        warn(`criteria[${index}].text`, message);
      }
      if (dimensions.length === 0)
        warn(`criteria[${index}].dimensions`, 'The criterion has no evaluation dimension and counts in none.');
    }
    const stray = humanRatings.findIndex(({ criterionId }) => !criteria.some(({ id }) => id === criterionId));
    if (stray >= 0)
      warn(`humanRatings[${stray}].criterionId`, 'The rating is for a criterion that the sample does not have.');
    return problems;
  });
  return [...repeatedIds(samples), ...faults];
}

export function criterionWithId(
  { criteria }: TutorBenchSample,
  criterionId: string | undefined,
): TbCriterion | undefined {
  return criteria.find(({ id }) => id === criterionId);
}
