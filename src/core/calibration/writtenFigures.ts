import { mostConfusedLabels, type TrustCard } from '../store/trustCard';
import type { DimensionAgreement } from './dimensionAgreement';

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

/** All that a trust card says of a dimension's figures, with what corrected scores are made from where it is small enough. */
export function cardFigures(
  figures: DimensionAgreement,
): Pick<
  TrustCard,
  Written | 'n' | 'failed' | 'clusters' | 'heldOut' | 'trainedDialogues' | 'confusion' | 'clusterProducts'
> {
  const { n, failed, clusters, heldOut, trainedDialogues, confusion, clusterProducts } = figures;
  return {
    n,
    failed,
    clusters,
    ...writtenFigures(figures),
    heldOut,
    ...(trainedDialogues === 0 ? {} : { trainedDialogues }),
    ...(confusion.labels.length > mostConfusedLabels ? {} : { confusion }),
    ...(clusterProducts === undefined ? {} : { clusterProducts }),
  };
}
