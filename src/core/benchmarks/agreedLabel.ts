import type { Label } from '../statistics/agreement';

/** What more than half of the people say; `undefined` for nobody and where none has a majority. */
export function agreedLabel<L extends Label>(labels: readonly L[]): L | undefined {
  const counts = new Map<L, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].find(([, count]) => 2 * count > labels.length)?.[0];
}
