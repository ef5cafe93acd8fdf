import type { Sample, SampleProblem } from './benchmark';

/** An error for every sample whose id one before it has. */
export function repeatedIds(samples: readonly Sample[]): readonly SampleProblem[] {
  const seen = new Set<string>();
  return samples.flatMap(({ id }): SampleProblem[] => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = 'Another sample has the same id. Give every record an id of its own.';
    return [{ severity: 'error', sampleId: id, field: 'id', message }];
  });
}
