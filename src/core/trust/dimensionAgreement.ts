import { groupedBy } from '../benchmark/samples';
import { averageDeviation, type Label, pearson } from '../statistics/agreement';
import { leastGold } from '../statistics/kappa';
import {
  agreed,
  agreementFigures,
  type AgreementFigures,
  commonestLabel,
  type Confusion,
  confusionOf,
  type FigureOptions,
  kappaOf,
  macroF1Of,
} from './agreementFigures';
import { numberPairs, type RatedLabel } from './ratedLabel';

export interface DimensionAgreement extends AgreementFigures {
  readonly id: string;
  /** Mean absolute difference in steps of the scale, over the verdicts that are there; for labels in order only. */
  readonly deviation: number | undefined;
  /** Over the verdicts that are there, labels as numbers; MRBench calls it AC. */
  readonly pearson: number | undefined;
  /** What always saying the commonest human label would come to. */
  readonly majority: { readonly label: Label; readonly agreement: number; readonly macroF1: number } | undefined;
  /** What trust goes by where the labels name several tutors; the figures above tell tutors apart, too. */
  readonly within: WithinTutors | undefined;
  readonly confusion: Confusion;
  /** Labels for which the answer of a model that had not learned from the reply was used. */
  readonly heldOut: number;
  /** Labels of replies that the judge did not learn from, to dialogues that it did learn from. */
  readonly trainedDialogues: number;
}

export function dimensionAgreement(
  id: string,
  rated: readonly RatedLabel[],
  options: FigureOptions,
): DimensionAgreement {
  const numbers = numberPairs(rated, options.scale);
  const commonest = commonestLabel(rated, options.scale);
  return {
    id,
    ...agreementFigures(rated, { ...options, seed: `calibration/${options.seed}/${id}` }),
    deviation: averageDeviation(numbers).value,
    pearson: pearson(numbers),
    // F1 of the one label that is said is 2p / (1 + p), that of all others that people gave is 0.
    majority: commonest && {
      ...commonest,
      macroF1: (2 * commonest.agreement) / (1 + commonest.agreement) / new Set(rated.map(({ human }) => human)).size,
    },
    within: withinTutors(id, rated, options),
    confusion: confusionOf(rated, options.scale),
    heldOut: rated.filter(({ heldOut }) => heldOut === true).length,
    trainedDialogues: rated.filter(({ trainedDialogue }) => trainedDialogue === true).length,
  };
}

/** Labels of a tutor without which it has no figures: with fewer, its own margins are too near to the labels that they are made of. */
export const leastOfTutor = 10;

interface TutorAgreement extends Pick<AgreementFigures, 'n' | 'failed' | 'kappa'> {
  readonly tutor: string;
  readonly agreement: number;
  /** MRBench's AC: over the verdicts that are there, labels as numbers. */
  readonly pearson: number | undefined;
  readonly majority: { readonly label: Label; readonly agreement: number };
}

/** Agreement within each tutor, combined over those with labels enough: what tells two prompts apart, not two tutors. */
export interface WithinTutors extends AgreementFigures {
  readonly tutors: readonly TutorAgreement[];
  /**
   * Kappa without the tutor whose replies help most, where at least two tutors with labels enough are left: one bad tutor whose
   * faults are plain must not speak for all.
   */
  readonly withoutOne: WithoutTutor | undefined;
  /** Of always saying the commonest label of each tutor. */
  readonly majority: { readonly agreement: number; readonly macroF1: number } | undefined;
}

export interface WithoutTutor extends Pick<AgreementFigures, 'kappa' | 'kappaCi'> {
  readonly tutor: string;
}

/** The agreement within tutors on one dimension; `undefined` where the labels name fewer than two tutors. */
export function withinTutors(
  id: string,
  rated: readonly RatedLabel[],
  { scale, seed, resamples }: FigureOptions,
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
    ...agreementFigures(kept, options, tutorOf),
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

/** The tutor without which kappa is least, among those whose replies the others have labels enough without. */
function leastWithout(rated: readonly RatedLabel[], options: FigureOptions): WithoutTutor | undefined {
  const [least] = [...new Set(rated.map(tutorOf))]
    .flatMap((tutor) => {
      const rest = rated.filter((one) => one.tutor !== tutor);
      const kappa = rest.length < leastGold.labels ? undefined : kappaOf(rest, tutorOf);
      return kappa === undefined ? [] : [{ tutor, kappa, rest }];
    })
    .sort((left, right) => left.kappa - right.kappa);
  if (least === undefined) return undefined;
  const { tutor, kappa, rest } = least;
  return { tutor, kappa, kappaCi: agreementFigures(rest, options, tutorOf).kappaCi };
}
