import type { Label } from '../statistics/agreement';
import { bootstrapInterval } from '../statistics/bootstrap';
import type { Interval } from '../statistics/interval';
import { pearson } from '../statistics/pearson';
import { createRandom } from '../statistics/random';
import type { RatedPair } from '../statistics/ratedPair';
import { stratifiedKappa, type StratifiedPairs } from '../statistics/stratifiedKappa';
import { addedCounts, countsByCluster, labelsInUse, macroF1Of } from './confusionTable';
import { numberOf, type RatedLabel } from './ratedLabel';

/** Labels of a tutor without which it has no figures: with fewer, its own margins are too near to the labels that they are made of. */
export const leastOfTutor = 10;

/** How far judge and people agree on the replies of one tutor. */
export interface TutorAgreement {
  readonly tutor: string;
  readonly n: number;
  /** Labels without a usable verdict: misses, as in all figures. */
  readonly failed: number;
  readonly agreement: number;
  readonly kappa: number | undefined;
  /** MRBench's AC: over the verdicts that are there, labels as numbers. */
  readonly pearson: number | undefined;
  /** The commonest human label of this tutor. */
  readonly majority: { readonly label: Label; readonly agreement: number };
}

/** Agreement within each tutor, combined over those with labels enough: what tells two prompts apart, not two tutors. */
export interface WithinTutors {
  readonly tutors: readonly TutorAgreement[];
  /** Labels and failures of these tutors together. */
  readonly n: number;
  readonly failed: number;
  readonly clusters: number;
  readonly agreement: number | undefined;
  /** `stratifiedKappa` with tutors as strata. */
  readonly kappa: number | undefined;
  /** Percentile bootstrap over clusters. */
  readonly kappaCi: Interval | undefined;
  readonly macroF1: number | undefined;
  /** Of always saying the commonest label of each tutor. */
  readonly majority: { readonly agreement: number; readonly macroF1: number } | undefined;
}

interface WithinOptions {
  readonly scale: readonly Label[];
  readonly seed: string;
  readonly resamples?: number;
}

/** The agreement within tutors on one dimension; `undefined` where the labels name fewer than two tutors. Same seed, same interval. */
export function withinTutors(
  id: string,
  rated: readonly RatedLabel[],
  { scale, seed, resamples = 10_000 }: WithinOptions,
): WithinTutors | undefined {
  const byTutor = groupedBy(rated, ({ tutor }) => tutor);
  if (byTutor.size < 2) return undefined;
  const tutors = [...byTutor]
    .filter(([, own]) => own.length >= leastOfTutor)
    .map(([tutor, own]) => tutorAgreement(tutor, own, scale))
    .sort((left, right) => (left.tutor < right.tutor ? -1 : 1));
  const commonest = new Map(tutors.map(({ tutor, majority }) => [tutor, majority.label]));
  const kept = rated.filter(({ tutor }) => commonest.has(tutor));
  const n = kept.length;
  const clusters = clusteredPairs(kept, labelsInUse(kept, scale));
  const sizes = { strata: tutors.length, labels: labelsInUse(kept, scale).length + 1 };
  const kappaCi = bootstrapInterval(clusters, (drawn) => stratifiedKappa(drawn, sizes), {
    random: createRandom(`calibration/${seed}/${id}/tutors`),
    resamples,
  });
  const always = kept.map((one): RatedLabel => ({ ...one, judge: commonest.get(one.tutor) }));
  return {
    tutors,
    n,
    failed: kept.filter(({ judge }) => judge === undefined).length,
    clusters: clusters.length,
    agreement: n === 0 ? undefined : agreed(kept) / n,
    kappa: stratifiedKappa(clusters, sizes),
    kappaCi,
    macroF1: macroF1(kept, scale),
    majority: n === 0 ? undefined : { agreement: agreed(always) / n, macroF1: macroF1(always, scale) ?? 0 },
  };
}

function tutorAgreement(tutor: string, rated: readonly RatedLabel[], scale: readonly Label[]): TutorAgreement {
  const labels = labelsInUse(rated, scale);
  const counts = labels.map((label) => rated.filter(({ human }) => human === label).length);
  const most = Math.max(...counts);
  return {
    tutor,
    n: rated.length,
    failed: rated.filter(({ judge }) => judge === undefined).length,
    agreement: agreed(rated) / rated.length,
    kappa: stratifiedKappa(clusteredPairs(rated, labels), { strata: 1, labels: labels.length + 1 }),
    pearson: pearson(
      rated.map(({ judge, human }): RatedPair<number> => [numberOf(judge, scale), numberOf(human, scale)]),
    ),
    majority: { label: labels[counts.indexOf(most)] ?? '', agreement: most / rated.length },
  };
}

/** The pairs of each cluster, for `stratifiedKappa`; a verdict that is missing is a label of its own. */
function clusteredPairs(rated: readonly RatedLabel[], labels: readonly Label[]): readonly StratifiedPairs[] {
  const places = new Map(labels.map((label, place) => [label, place]));
  const strata = new Map([...new Set(rated.map(({ tutor }) => tutor))].map((tutor, place) => [tutor, place]));
  return [...groupedBy(rated, ({ cluster }) => cluster).values()].map((own) =>
    own.flatMap(({ tutor, human, judge }) => [
      strata.get(tutor) ?? 0,
      places.get(human) ?? labels.length,
      judge === undefined ? labels.length : (places.get(judge) ?? labels.length),
    ]),
  );
}

function agreed(rated: readonly RatedLabel[]): number {
  return rated.filter(({ judge, human }) => judge === human).length;
}

function macroF1(rated: readonly RatedLabel[], scale: readonly Label[]): number | undefined {
  const labels = labelsInUse(rated, scale);
  return macroF1Of(addedCounts(countsByCluster(rated, labels), labels.length + 1));
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [item]);
    else own.push(item);
  }
  return groups;
}
