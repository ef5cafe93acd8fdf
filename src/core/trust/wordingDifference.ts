import { readableLine } from '../text/readableText';
import { summedInterval } from '../statistics/bootstrap';
import { spreadInterval } from '../statistics/hiddenSpread';
import type { Interval } from '../statistics/interval';
import { createRandom } from '../statistics/random';
import { dimensionJson, type DimensionJson } from './calibrationJson';
import { aligned, figure } from './calibrationTable';
import type { DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';

/** How much more often one wording of a judge agrees with people than another, on the same labels. */
interface WordingDifference {
  readonly dimension: string;
  /** Labels that both were asked about. A failure is a miss, as in the agreement itself. */
  readonly n: number;
  readonly own: number;
  readonly builtIn: number;
  /** `own` minus `builtIn`, −1..1. */
  readonly difference: number;
  /** Percentile bootstrap over dialogues or problems; absent where there are too few. */
  readonly ci?: Interval;
}

/** The paired difference in agreement, dimension by dimension, in the order in which they occur. Same seed, same interval. */
export function wordingDifferences(
  own: readonly RatedLabel[],
  builtIn: readonly RatedLabel[],
  { seed, resamples = 10_000 }: { readonly seed: string; readonly resamples?: number },
): readonly WordingDifference[] {
  const others = new Map(builtIn.map((rated) => [keyOf(rated), rated]));
  const pairs = own.flatMap((rated) => {
    const other = others.get(keyOf(rated));
    return other === undefined ? [] : [{ rated, ownHit: hit(rated), builtInHit: hit(other) }];
  });
  return [...new Set(pairs.map(({ rated }) => rated.dimension))].map((dimension): WordingDifference => {
    const among = pairs.filter(({ rated }) => rated.dimension === dimension);
    const clusters = new Map<string, [difference: number, n: number]>();
    for (const { rated, ownHit, builtInHit } of among) {
      const sums = clusters.get(rated.cluster) ?? [0, 0];
      clusters.set(rated.cluster, [sums[0] + ownHit - builtInHit, sums[1] + 1]);
    }
    const n = among.length;
    const drawn = summedInterval(
      {
        features: Float64Array.from([...clusters.values()].flat()),
        width: 2,
        units: clusters.size,
        estimate: ([total = 0, count = 0]) => total / count,
      },
      { random: createRandom(`wording/${seed}/${dimension}`), resamples },
    );
    const sum = (hits: readonly number[]): number => hits.reduce((total, value) => total + value, 0);
    const ownShare = sum(among.map(({ ownHit }) => ownHit)) / n;
    const builtInShare = sum(among.map(({ builtInHit }) => builtInHit)) / n;
    const difference = sum(among.map(({ ownHit, builtInHit }) => ownHit - builtInHit)) / n;
    const ci = spreadInterval(drawn, { value: difference, units: clusters.size, scale: [-1, 1] });
    return { dimension, n, own: ownShare, builtIn: builtInShare, difference, ...(ci === undefined ? {} : { ci }) };
  });
}

function hit({ judge, human }: RatedLabel): number {
  return judge === human ? 1 : 0;
}

function keyOf({ dimension, sampleId, tutor, turn, criterionId, reply }: RatedLabel): string {
  return JSON.stringify([dimension, sampleId, tutor, turn ?? null, criterionId ?? null, reply]);
}

/** What a judge's own wording changes against the built-in one. */
export interface ComparedWording {
  readonly judge: string;
  /** In the built-in wording. */
  readonly dimensions: readonly DimensionAgreement[];
  readonly differences: readonly WordingDifference[];
}

/** Own and built-in wording side by side, with the paired difference in agreement. */
export function wordingTable({ judge, dimensions, differences }: ComparedWording): string {
  const kappas = new Map(dimensions.map(({ id, kappa }) => [id, kappa]));
  const head = ['n', 'own', 'built-in', 'difference', '95% interval', 'kappa built-in', ''];
  const rows = differences.map(({ dimension, n, own, builtIn, difference, ci }) => [
    String(n),
    figure(own),
    figure(builtIn),
    signed(difference),
    ci === undefined ? '–' : `${signed(ci.low)} to ${signed(ci.high)}`,
    figure(kappas.get(dimension)),
    answer(ci),
  ]);
  return [
    `Own wording against the built-in one, ${readableLine(judge)}: agreement with people`,
    ...aligned(
      'dimension',
      head,
      differences.map(({ dimension }) => dimension),
      rows,
    ),
  ].join('\n');
}

/** The same for other tools; `null` where a figure is not defined. */
export function wordingJson({ judge, dimensions, differences }: ComparedWording): {
  readonly judge: string;
  readonly builtIn: readonly DimensionJson[];
  readonly differences: readonly (Omit<WordingDifference, 'ci'> & { readonly ci: WordingDifference['ci'] | null })[];
} {
  return {
    judge,
    builtIn: dimensions.map(dimensionJson),
    differences: differences.map(({ ci, ...rest }) => ({ ...rest, ci: ci ?? null })),
  };
}

function answer(ci: WordingDifference['ci']): string {
  if (ci === undefined) return 'too little to tell';
  if (ci.low > 0) return 'own agrees more often';
  return ci.high < 0 ? 'built-in agrees more often' : 'no difference shown';
}

function signed(value: number): string {
  return value > 0 ? `+${figure(value)}` : figure(value);
}
