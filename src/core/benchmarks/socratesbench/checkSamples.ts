import type { SampleProblem } from '../benchmark';
import { statesAnswer } from './lexicalLeak';
import type { SocratesSample } from './samples';

/** Ids used twice (an error for the later one), and answers that stand in the task itself (a warning). */
export function checkSamples(samples: readonly SocratesSample[]): readonly SampleProblem[] {
  const seen = new Set<string>();
  return samples.flatMap(({ id, task, answer }): SampleProblem[] => {
    const problems: SampleProblem[] = [];
    if (seen.has(id)) {
      problems.push({ severity: 'error', sampleId: id, field: 'id', message: 'Another sample has the same id.' });
    }
    seen.add(id);
    if (statesAnswer(task, answer)) {
      const message =
        'A form of the answer stands in the task, so a tutor that repeats the task seems to give it away.';
      problems.push({ severity: 'warning', sampleId: id, field: 'answer', message });
    }
    return problems;
  });
}
