import { averageDeviation, type Label, pearson } from '../statistics/agreement';
import {
  agreementFigures,
  type AgreementFigures,
  commonestLabel,
  type Confusion,
  confusionOf,
  type FigureOptions,
} from './agreementFigures';
import { numberPairs, type RatedLabel } from './ratedLabel';
import { withinTutors, type WithinTutors } from './withinTutors';

/** How well one judge agrees with people on one dimension. */
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
