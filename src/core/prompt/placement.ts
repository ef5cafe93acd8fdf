import type { PromptTemplate } from './promptTemplate';

/**
 * How the prompt file meets the benchmark's own instructions.
 * `own`: the file is the system message. `own+instructions`: the file, a blank line, the benchmark's instructions.
 * `benchmark`: a built-in baseline only; the file is not sent.
 */
export type Placement = 'own' | 'own+instructions' | 'benchmark';

/** The prompt under test and how it is placed. */
export interface TutorPrompt {
  readonly template: PromptTemplate;
  readonly placement: Placement;
}
