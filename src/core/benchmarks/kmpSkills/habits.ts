import type { RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';

/** What a simulated tutor goes by: the rules that the prompt states, and chance. */
export interface Habits {
  readonly has: (...rules: readonly RuleId[]) => boolean;
  readonly chance: (likelihood: number) => boolean;
  readonly random: Random;
}
