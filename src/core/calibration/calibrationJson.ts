import type { DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';
import { writtenFigures, writtenWithin } from './writtenFigures';

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
