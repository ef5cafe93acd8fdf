import { type Label, pearson } from '../statistics/agreement';
import { leastGold } from '../statistics/kappa';
import {
  agreed,
  agreementFigures,
  type AgreementFigures,
  commonestLabel,
  confusionOf,
  type FigureOptions,
  kappaOf,
  macroF1Of,
} from './agreementFigures';
import { groupedBy, numberPairs, type RatedLabel } from './ratedLabel';

/** Labels of a tutor without which it has no figures: with fewer, its own margins are too near to the labels that they are made of. */
export const leastOfTutor = 10;

/** How far judge and people agree on the replies of one tutor. */
interface TutorAgreement extends Pick<AgreementFigures, 'n' | 'failed' | 'kappa'> {
  readonly tutor: string;
  readonly agreement: number;
  /** MRBench's AC: over the verdicts that are there, labels as numbers. */
  readonly pearson: number | undefined;
  /** The commonest human label of this tutor. */
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
