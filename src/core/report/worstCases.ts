import type { CaseSummary } from './reportModel';

/** Cases with something undesired, worst first; of equals the one that comes first in the run. */
export function worstCases(cases: readonly CaseSummary[], most: number): readonly CaseSummary[] {
  return cases
    .filter(({ badness }) => (badness ?? 0) > 0)
    .toSorted((left, right) => (right.badness ?? 0) - (left.badness ?? 0))
    .slice(0, most);
}
