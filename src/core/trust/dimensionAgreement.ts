import { groupedBy } from '../benchmark/samples';
import type { Read, TrustCard } from '../benchmark/trustCard';
import { averageDeviation, type Label, pearson } from '../statistics/agreement';
import { kappaInterval, leastGold, stratifiedKappa, type StratifiedPairs } from '../statistics/kappa';
import { createRandom } from '../statistics/random';
import { numberPairs, type RatedLabel } from './ratedLabel';

export interface DimensionAgreement
  extends AgreementStatistics, Read<Pick<TrustCard, 'deviation' | 'pearson' | 'majority'>> {
  readonly id: string;
  /** Trust uses this if the labels name several tutors. The statistics above also reward telling tutors apart. */
  readonly within: WithinTutors | undefined;
  readonly confusion: Confusion;
}

export function dimensionAgreement(
  id: string,
  rated: readonly RatedLabel[],
  options: StatisticOptions,
): DimensionAgreement {
  const numbers = numberPairs(rated, options.scale);
  const commonest = commonestLabel(rated, options.scale);
  return {
    id,
    ...agreementStatistics(rated, { ...options, seed: `calibration/${options.seed}/${id}` }),
    deviation: averageDeviation(numbers).value,
    pearson: pearson(numbers),
    // F1 is 2p / (1 + p) for the label that is always given, and 0 for all others.
    majority: commonest && {
      ...commonest,
      macroF1: (2 * commonest.agreement) / (1 + commonest.agreement) / new Set(rated.map(({ human }) => human)).size,
    },
    within: withinTutors(id, rated, options),
    confusion: confusionOf(rated, options.scale),
  };
}

/** Minimum labels for statistics per tutor. With fewer, chance agreement cannot be estimated well. */
export const leastOfTutor = 10;

export type WithinTutors = Read<NonNullable<TrustCard['within']>>;
type TutorAgreement = WithinTutors['tutors'][number];
export type WithoutTutor = NonNullable<WithinTutors['withoutOne']>;

/** Agreement within tutors on one dimension; `undefined` if the labels name fewer than two tutors. */
export function withinTutors(
  id: string,
  rated: readonly RatedLabel[],
  { scale, seed, resamples }: StatisticOptions,
): WithinTutors | undefined {
  const byTutor = groupedBy(rated, tutorOf);
  if (byTutor.size < 2) return undefined;
  const tutors = [...byTutor]
    .filter(([, own]) => own.length >= leastOfTutor)
    .map(([tutor, own]) => tutorAgreement(tutor, own, scale))
    .sort((left, right) => (left.tutor < right.tutor ? -1 : 1));
  const commonest = new Map(tutors.map(({ tutor, majority }) => [tutor, majority.label]));
  const kept = rated.filter(({ tutor }) => commonest.has(tutor));
  const options = { scale, seed: `calibration/${seed}/${id}/tutors`, resamples };
  const always = kept.map((one): RatedLabel => ({ ...one, judge: commonest.get(one.tutor) }));
  return {
    tutors,
    ...agreementStatistics(kept, options, tutorOf),
    withoutOne: tutors.length < 3 ? undefined : leastWithout(kept, options),
    majority:
      kept.length === 0
        ? undefined
        : { agreement: agreed(always) / kept.length, macroF1: macroF1Of(confusionOf(always, scale)) ?? 0 },
  };
}

function tutorOf({ tutor }: RatedLabel): string {
  return tutor;
}

function tutorAgreement(tutor: string, rated: readonly RatedLabel[], scale: readonly Label[]): TutorAgreement {
  return {
    tutor,
    n: rated.length,
    failed: rated.filter(({ judge }) => judge === undefined).length,
    agreement: agreed(rated) / rated.length,
    kappa: kappaOf(rated, tutorOf),
    pearson: pearson(numberPairs(rated, scale)),
    majority: commonestLabel(rated, scale) ?? { label: '', agreement: 0 },
  };
}

/** The tutor whose removal lowers kappa most, if enough labels remain. */
function leastWithout(rated: readonly RatedLabel[], options: StatisticOptions): WithoutTutor | undefined {
  const [least] = [...new Set(rated.map(tutorOf))]
    .flatMap((tutor) => {
      const rest = rated.filter((one) => one.tutor !== tutor);
      const kappa = rest.length < leastGold.labels ? undefined : kappaOf(rest, tutorOf);
      return kappa === undefined ? [] : [{ tutor, kappa, rest }];
    })
    .sort((left, right) => left.kappa - right.kappa);
  if (least === undefined) return undefined;
  const { tutor, kappa, rest } = least;
  return { tutor, kappa, kappaCi: agreementStatistics(rest, options, tutorOf).kappaCi };
}

export type AgreementStatistics = Omit<WithinTutors, 'tutors' | 'withoutOne' | 'majority'>;

interface StatisticOptions {
  /** Labels in order; empty if they have none. */
  readonly scale: readonly Label[];
  /** Same seed, same interval. */
  readonly seed: string;
  readonly resamples?: number;
}

function agreementStatistics(
  rated: readonly RatedLabel[],
  { scale, seed, resamples = 10_000 }: StatisticOptions,
  stratumOf?: (one: RatedLabel) => string,
): AgreementStatistics {
  const { clusters, kappa } = stratified(rated, stratumOf);
  return {
    n: rated.length,
    failed: rated.filter(({ judge }) => judge === undefined).length,
    clusters: clusters.length,
    agreement: rated.length === 0 ? undefined : agreed(rated) / rated.length,
    kappa: kappa(clusters),
    kappaCi: kappaInterval(clusters, kappa, { random: createRandom(seed), resamples }),
    macroF1: macroF1Of(confusionOf(rated, scale)),
  };
}

export type JudgedLabel = Pick<RatedLabel, 'cluster' | 'human' | 'judge'>;

export function agreed(rated: readonly JudgedLabel[]): number {
  return rated.filter(({ judge, human }) => judge === human).length;
}

/** The most common human label and its share. Ties go to the first on the scale. `undefined` without labels. */
function commonestLabel(
  rated: readonly RatedLabel[],
  scale: readonly Label[],
): { readonly label: Label; readonly agreement: number } | undefined {
  const labels = labelsInUse(rated, scale);
  const given = labels.map((label) => rated.filter(({ human }) => human === label).length);
  const most = Math.max(0, ...given);
  const label = labels[given.indexOf(most)];
  return most === 0 || label === undefined ? undefined : { label, agreement: most / rated.length };
}

/** Cohen's kappa, within strata if given. A missing verdict is a label that only the judge uses. */
export function kappaOf<One extends JudgedLabel>(
  rated: readonly One[],
  stratumOf?: (one: One) => string,
): number | undefined {
  const { clusters, kappa } = stratified(rated, stratumOf);
  return kappa(clusters);
}

function stratified<One extends JudgedLabel>(rated: readonly One[], stratumOf?: (one: One) => string) {
  const labels = labelsInUse(rated, []);
  const strata = [...new Set(rated.map((one) => stratumOf?.(one)))];
  const sizes = { strata: stratumOf && strata.length, labels: labels.length + 1 };
  const clusters = [...groupedBy(rated, ({ cluster }) => cluster).values()].map((own) =>
    own.flatMap((one) => [
      strata.indexOf(stratumOf?.(one)),
      labels.indexOf(one.human),
      one.judge === undefined ? labels.length : labels.indexOf(one.judge),
    ]),
  );
  return { clusters, kappa: (drawn: readonly StratifiedPairs[]) => stratifiedKappa(drawn, sizes) };
}

type SaidLabel = Pick<RatedLabel, 'human' | 'judge'>;

function labelsInUse(rated: readonly SaidLabel[], scale: readonly Label[]): readonly Label[] {
  return [...new Set([...scale, ...rated.flatMap(({ human, judge = human }) => [human, judge])])];
}

export type Confusion = NonNullable<TrustCard['confusion']>;

export function confusionOf(rated: readonly SaidLabel[], scale: readonly Label[]): Confusion {
  const labels = labelsInUse(rated, scale);
  const said = labels.map((label) => rated.flatMap(({ human, judge }) => (human === label ? [judge] : [])));
  const times = (label: Label | undefined): number[] => said.map((row) => row.filter((one) => one === label).length);
  const columns = labels.map(times);
  return {
    labels,
    counts: labels.map((_, row) => columns.map((column) => column[row] ?? 0)),
    failed: times(undefined),
  };
}

/** Mean over all labels that occur of F1 = 2tp / (2tp + fp + fn), 0..1. A missing verdict misses the human label. */
function macroF1Of({ counts, failed }: Pick<Confusion, 'counts' | 'failed'>): number | undefined {
  const scores = counts.flatMap((row, label) => {
    const given = row.reduce((sum, count) => sum + count, failed[label] ?? 0);
    const said = counts.reduce((sum, one) => sum + (one[label] ?? 0), 0);
    return given + said === 0 ? [] : [(2 * (row[label] ?? 0)) / (given + said)];
  });
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
