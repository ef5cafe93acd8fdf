import { type Label, pearson, type RatedPair } from '../statistics/agreement';
import type { Interval } from '../statistics/interval';
import { kappaInterval, leastGold, stratifiedKappa, type StratifiedPairs } from '../statistics/kappa';
import { createRandom } from '../statistics/random';
import { addedCounts, countsByCluster, labelsInUse, macroF1Of } from './confusionTable';
import { groupedBy, numberOf, type RatedLabel } from './ratedLabel';

/** Labels of a tutor without which it has no figures: with fewer, its own margins are too near to the labels that they are made of. */
export const leastOfTutor = 10;

/** How far judge and people agree on the replies of one tutor. */
interface TutorAgreement {
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
  /** `kappaInterval` over clusters. */
  readonly kappaCi: Interval | undefined;
  /**
   * The same without the tutor whose replies help most, where at least two tutors with labels enough are left: one bad tutor whose faults
   * are plain must not speak for all.
   */
  readonly withoutOne: WithoutTutor | undefined;
  readonly macroF1: number | undefined;
  /** Of always saying the commonest label of each tutor. */
  readonly majority: { readonly agreement: number; readonly macroF1: number } | undefined;
}

/** Kappa within all tutors but one. */
export interface WithoutTutor {
  readonly tutor: string;
  readonly kappa: number | undefined;
  readonly kappaCi: Interval | undefined;
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
  const labels = labelsInUse(kept, scale);
  const kappaCiOf = (some: readonly RatedLabel[]): Interval | undefined => {
    const random = createRandom(`calibration/${seed}/${id}/tutors`);
    const sizes = { strata: tutors.length, labels: labels.length + 1 };
    const estimate = (drawn: readonly StratifiedPairs[]): number | undefined => stratifiedKappa(drawn, sizes);
    return kappaInterval(clusteredPairs(some, labels), estimate, { random, resamples });
  };
  const leftOut = tutors.length < 3 ? undefined : leastWithout(kept, labels);
  const always = kept.map((one): RatedLabel => ({ ...one, judge: commonest.get(one.tutor) }));
  return {
    tutors,
    n,
    failed: kept.filter(({ judge }) => judge === undefined).length,
    clusters: new Set(kept.map(({ cluster }) => cluster)).size,
    agreement: n === 0 ? undefined : agreed(kept) / n,
    kappa: kappaOf(kept, labels),
    kappaCi: kappaCiOf(kept),
    withoutOne: leftOut && { tutor: leftOut.tutor, kappa: leftOut.kappa, kappaCi: kappaCiOf(leftOut.rest) },
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
    kappa: kappaOf(rated, labels),
    pearson: pearson(
      rated.map(({ judge, human }): RatedPair<number> => [numberOf(judge, scale), numberOf(human, scale)]),
    ),
    majority: { label: labels[counts.indexOf(most)] ?? '', agreement: most / rated.length },
  };
}

/** The tutor without which kappa is least, among those whose replies the others have labels enough without. */
function leastWithout(
  rated: readonly RatedLabel[],
  labels: readonly Label[],
): { readonly tutor: string; readonly kappa: number; readonly rest: readonly RatedLabel[] } | undefined {
  const found = [...new Set(rated.map(({ tutor }) => tutor))].flatMap((tutor) => {
    const rest = rated.filter((one) => one.tutor !== tutor);
    const kappa = rest.length < leastGold.labels ? undefined : kappaOf(rest, labels);
    return kappa === undefined ? [] : [{ tutor, kappa, rest }];
  });
  return found.sort((left, right) => left.kappa - right.kappa)[0];
}

/** Kappa within the tutors of these labels. */
function kappaOf(rated: readonly RatedLabel[], labels: readonly Label[]): number | undefined {
  const strata = new Set(rated.map(({ tutor }) => tutor)).size;
  return stratifiedKappa(clusteredPairs(rated, labels), { strata, labels: labels.length + 1 });
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
