import type { SampleProblem } from '../benchmark';
import { repeatedIds } from '../samples';
import { statesAnswer } from './lexicalLeak';
import type { SocratesSample } from './samples';

/** Ids used twice (an error for the later one), and answers that stand in the task itself (a warning). */
export function checkSamples(samples: readonly SocratesSample[]): readonly SampleProblem[] {
  const message = 'A form of the answer stands in the task, so a tutor that repeats the task seems to give it away.';
  const stated = samples.filter(({ task, answer }) => statesAnswer(task, answer));
  return [
    ...repeatedIds(samples),
    ...stated.map(({ id }) => ({ severity: 'warning' as const, sampleId: id, field: 'answer', message })),
  ];
}
