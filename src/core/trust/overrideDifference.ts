import { readableLine } from '../text/readableText';
import { summedInterval } from '../statistics/bootstrap';
import { spreadInterval } from '../statistics/hiddenSpread';
import type { Interval } from '../statistics/interval';
import { createRandom } from '../statistics/random';
import { groupedBy } from '../benchmark/samples';
import { agreed, type DimensionAgreement } from './dimensionAgreement';
import { written } from './calibrationJson';
import { aligned, statistic } from './calibrationTable';
import type { RatedLabel } from './ratedLabel';

/** How much more often a custom judge prompt agrees with people than the built-in one, on the same labels. */
interface OverrideDifference {
  readonly dimension: string;
  /** Labels that both prompts were asked about. A failure counts as a miss. */
  readonly n: number;
  readonly own: number;
  readonly builtIn: number;
  /** `own` minus `builtIn`, −1..1. */
  readonly difference: number;
  /** Percentile bootstrap over dialogues or problems; absent if there are too few. */
  readonly ci: Interval | undefined;
}

/** The paired difference in agreement by dimension. Same seed, same interval. */
export function overrideDifferences(
  own: readonly RatedLabel[],
  builtIn: readonly RatedLabel[],
  { seed, resamples = 10_000 }: { readonly seed: string; readonly resamples?: number },
): readonly OverrideDifference[] {
  const others = new Map(builtIn.map((rated) => [keyOf(rated), rated]));
  const pairs = own.flatMap((rated) => {
    const other = others.get(keyOf(rated));
    return other === undefined ? [] : [{ ...rated, other }];
  });
  return [...groupedBy(pairs, ({ dimension }) => dimension)].map(([dimension, among]): OverrideDifference => {
    const clusters = [...groupedBy(among, ({ cluster }) => cluster).values()];
    const builtInHits = (labels: typeof among): number => agreed(labels.map(({ other }) => other));
    const gained = clusters.map((labels) => agreed(labels) - builtInHits(labels));
    const counts = clusters.map(({ length }) => length);
    const estimate = ([total = 0, count = 0]: Float64Array): number => total / count;
    const random = createRandom(`wording/${seed}/${dimension}`);
    const drawn = summedInterval({ columns: [gained, counts], estimate }, { random, resamples });
    const n = among.length;
    const difference = (agreed(among) - builtInHits(among)) / n;
    const ci = spreadInterval(drawn, { value: difference, units: clusters.length, scale: [-1, 1] });
    return { dimension, n, own: agreed(among) / n, builtIn: builtInHits(among) / n, difference, ci };
  });
}

/** Those of `labels` that the other list has, too. */
export function labelsInBoth(labels: readonly RatedLabel[], others: readonly RatedLabel[]): readonly RatedLabel[] {
  const known = new Set(others.map(keyOf));
  return labels.filter((one) => known.has(keyOf(one)));
}

function keyOf({ dimension, sampleId, tutor, turn, criterionId, reply }: RatedLabel): string {
  return JSON.stringify([dimension, sampleId, tutor, turn ?? null, criterionId ?? null, reply]);
}

export interface ComparedOverride {
  readonly judge: string;
  readonly dimensions: readonly DimensionAgreement[];
  readonly differences: readonly OverrideDifference[];
}

export function overrideTable({ judge, dimensions, differences }: ComparedOverride): string {
  const kappas = new Map(dimensions.map(({ id, kappa }) => [id, kappa]));
  const head = ['n', 'custom', 'built-in', 'difference', '95% interval', 'kappa built-in', ''];
  const rows = differences.map(({ dimension, n, own, builtIn, difference, ci }) => [
    String(n),
    statistic(own),
    statistic(builtIn),
    signed(difference),
    ci === undefined ? '–' : `${signed(ci.low)} to ${signed(ci.high)}`,
    statistic(kappas.get(dimension)),
    answer(ci),
  ]);
  const ids = differences.map(({ dimension }) => dimension);
  const title = `Custom judge prompt against the built-in one, ${readableLine(judge)}: agreement with people`;
  return [title, ...aligned('dimension', head, ids, rows)].join('\n');
}

export function overrideJson({ judge, dimensions, differences }: ComparedOverride): object {
  return written({ judge, builtIn: dimensions, differences });
}

function answer(ci: OverrideDifference['ci']): string {
  if (ci === undefined) return 'not enough to tell';
  if (ci.low > 0) return 'custom agrees more often';
  return ci.high < 0 ? 'built-in agrees more often' : 'no difference shown';
}

function signed(value: number): string {
  return value > 0 ? `+${statistic(value)}` : statistic(value);
}
