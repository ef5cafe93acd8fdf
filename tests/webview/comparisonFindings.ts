import type { TurnRatesView } from '../../src/core/report/comparisonViewModel';
import { comparison } from './comparisonViews';

/** Failure rates of `judges` judges over eight turns. */
export function turnRates(judges: number): readonly TurnRatesView[] {
  return Array.from({ length: judges }, (_, judge) => ({
    judgeTitle: ['Gives the next step away', 'States the final answer', 'Takes a wrong step for right'][judge % 3]!,
    turns: Array.from({ length: 8 }, (__, index) => ({
      turn: index + 1,
      before: { failed: (index + judge) % 5, judged: 12 },
      after: index === 4 ? { failed: 0, judged: 0 } : { failed: Math.floor(((index + judge) % 4) / 2), judged: 12 },
    })),
  }));
}

/** Two tutor models on one prompt, compared for their own sake. */
export const meant = comparison({
  samePrompt: true,
  prompt: undefined,
  sentence: 'Better at P-Redirect (+0.21, 0.08 to 0.34).',
  differences: [
    {
      kind: 'tutor',
      name: 'The tutor model',
      before: 'made-up-tutor',
      after: 'another-tutor',
      breaks: true,
      remedy: 'none',
      intended: true,
      meaning: 'The tutor model differs, so scores may differ although the prompt is alike.',
    },
  ],
});
