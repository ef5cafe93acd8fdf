import { mostConfusedLabels, mostTutors, type TrustCard } from '../benchmark/trustCard';
import type { DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';
import type { WithinTutors } from './withinTutors';

/** One dimension of `calibrate --json`; `null` where a figure is not defined. */
export interface DimensionJson {
  readonly id: string;
  readonly n: number;
  readonly failed: number;
  readonly agreement: number | null;
  readonly deviation: number | null;
  readonly kappa: number | null;
  readonly kappaCi: { readonly low: number; readonly high: number; readonly level: number } | null;
  readonly macroF1: number | null;
  readonly pearson: number | null;
  readonly majority: DimensionAgreement['majority'] | null;
  /** What trust goes by; null where the labels name fewer than two tutors. */
  readonly within: ReturnType<typeof writtenWithin> | null;
  readonly confusion: DimensionAgreement['confusion'];
  readonly clusters: number;
  /** Labels answered by a model that had not learned from the reply. */
  readonly heldOut: number;
  /** Labels of new replies to dialogues that the judge was trained on; these are not held out. */
  readonly trainedDialogues: number;
}

/** A dimension as other tools read it. */
export function dimensionJson(figures: DimensionAgreement): DimensionJson {
  const { id, n, failed, within, confusion } = figures;
  return {
    id,
    n,
    failed,
    ...writtenFigures(figures),
    within: within === undefined ? null : writtenWithin(within),
    confusion,
    clusters: figures.clusters,
    heldOut: figures.heldOut,
    trainedDialogues: figures.trainedDialogues,
  };
}

/** A disagreement as other tools read it; texts as people and models wrote them. */
export function disagreementJson(judge: string, one: RatedLabel): Readonly<Record<string, unknown>> {
  const { turn, reply } = one.named ?? one;
  return {
    judge,
    dimension: one.dimension,
    sample: one.sampleId,
    tutor: one.tutor,
    turn: turn ?? null,
    criterionId: one.criterionId ?? null,
    human: one.human,
    humanReason: one.humanReason ?? null,
    label: one.judge ?? null,
    reasoning: one.judgeReason ?? null,
    reply,
  };
}

type Within = NonNullable<TrustCard['within']>;
type Written = 'agreement' | 'deviation' | 'kappa' | 'kappaCi' | 'macroF1' | 'pearson' | 'majority';

/** The figures of a dimension as files and other tools have them: `null` where one is not defined. */
function writtenFigures(figures: DimensionAgreement): Pick<TrustCard, Written> {
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
