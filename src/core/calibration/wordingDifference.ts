import type { Interval } from '../statistics/interval';
import { createRandom } from '../statistics/random';
import { spreadInterval } from '../statistics/hiddenSpread';
import { summedInterval } from '../statistics/bootstrap';
import type { RatedLabel } from './ratedLabel';

/** How much more often one wording of a judge agrees with people than another, on the same labels. */
export interface WordingDifference {
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
