import { mostConfusedLabels, mostTutors, type TrustCard } from '../store/trustCard';
import type { DimensionAgreement } from './dimensionAgreement';
import type { WithinTutors } from './withinTutors';

type Within = NonNullable<TrustCard['within']>;
type Written = 'agreement' | 'deviation' | 'kappa' | 'kappaCi' | 'macroF1' | 'pearson' | 'majority';

/** The figures of a dimension as files and other tools have them: `null` where one is not defined. */
export function writtenFigures(figures: DimensionAgreement): Pick<TrustCard, Written> {
  const { agreement, deviation, kappa, kappaCi, macroF1, pearson, majority } = figures;
  return {
    agreement: agreement ?? null,
    deviation: deviation ?? null,
    kappa: kappa ?? null,
    kappaCi: kappaCi ?? null,
    macroF1: macroF1 ?? null,
    pearson: pearson ?? null,
    majority: majority ?? null,
  };
}

/** All that a trust card says of a dimension's figures, with the counts of errors where labels are few enough. */
export function cardFigures(
  figures: DimensionAgreement,
): Pick<TrustCard, Written | 'n' | 'failed' | 'clusters' | 'heldOut' | 'trainedDialogues' | 'within' | 'confusion'> {
  const { n, failed, clusters, heldOut, trainedDialogues, within, confusion } = figures;
  return {
    n,
    failed,
    clusters,
    ...writtenFigures(figures),
    heldOut,
    ...(within === undefined ? {} : { within: cardWithin(within) }),
    ...(trainedDialogues === 0 ? {} : { trainedDialogues }),
    ...(confusion.labels.length > mostConfusedLabels ? {} : { confusion }),
  };
}

/** The figures within tutors as other tools have them. */
export function writtenWithin({ tutors, withoutOne, ...all }: WithinTutors): Within {
  return {
    ...all,
    tutors: tutors.map((one) => ({ ...one, kappa: one.kappa ?? null, pearson: one.pearson ?? null })),
    agreement: all.agreement ?? null,
    kappa: all.kappa ?? null,
    kappaCi: all.kappaCi ?? null,
    withoutOne:
      withoutOne === undefined
        ? null
        : { tutor: withoutOne.tutor, kappa: withoutOne.kappa ?? null, kappaCi: withoutOne.kappaCi ?? null },
    macroF1: all.macroF1 ?? null,
    majority: all.majority ?? null,
  };
}

/** On a card, those tutors alone that have the most labels. */
function cardWithin(within: WithinTutors): Within {
  const { tutors, ...all } = writtenWithin(within);
  const least = tutors.map(({ n }) => n).sort((left, right) => right - left)[mostTutors - 1] ?? 0;
  return { ...all, tutors: tutors.filter(({ n }) => n >= least).slice(0, mostTutors) };
}
