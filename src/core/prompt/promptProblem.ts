import type { TextRange } from './promptTemplate';

/** Something wrong in a prompt file, at the place where it stands. An `error` blocks a run. */
export interface PromptProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly range: TextRange;
}
