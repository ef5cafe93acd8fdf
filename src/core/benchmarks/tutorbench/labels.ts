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

/** The paper's subjects. Samples may have others; those are reported together. */
export const subjectIds = ['Biology', 'Physics', 'Chemistry', 'Statistics', 'Calculus', 'Computer Science'] as const;

/** Dimensions that only a sample with an image can have. */
export const visualDimensions: readonly TbDimension[] = ['visual_perception', 'visual_reasoning'];

function keysOf<K extends string>(titles: Readonly<Record<K, string>>): readonly [K, ...K[]] {
  return Object.keys(titles) as [K, ...K[]];
}
