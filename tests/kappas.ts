import type { Label, RatedPair } from '../src/core/statistics/agreement';
import { stratifiedKappa } from '../src/core/statistics/kappa';

function completeOf(pairs: readonly RatedPair<Label>[]): (readonly [Label, Label])[] {
  return pairs.flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [[one, other] as const]));
}

/** Cohen's kappa by its textbook formula, to compare the product's with. */
export function cohenKappa(pairs: readonly RatedPair<Label>[]): number | undefined {
  const complete = completeOf(pairs);
  const n = complete.length;
  const times = (side: 0 | 1, label: Label): number => complete.filter((pair) => pair[side] === label).length;
  const expected = [...new Set(complete.flat())].reduce<number>(
    (sum, label) => sum + times(0, label) * times(1, label),
    0,
  );
  const observed = n * complete.filter(([one, other]) => one === other).length;
  return expected === n * n ? undefined : (observed - expected) / (n * n - expected);
}

/** The product's kappa, of labels of any kind. */
export function kappaOf(pairs: readonly RatedPair<Label>[]): number | undefined {
  const complete = completeOf(pairs);
  const labels = [...new Set(complete.flat())];
  const coded = complete.map((pair) => [0, ...pair.map((label) => labels.indexOf(label))]);
  return stratifiedKappa(coded, { labels: labels.length });
}
