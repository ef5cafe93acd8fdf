import { beatenFigures } from './beatenFigures';
import { decimalText } from '../report/decimalText';
import type { Interval } from '../statistics/interval';
import type { MajorityBaseline } from './dimensionAgreement';

/** The figures that the question hangs on. */
export interface AgreementFigures {
  readonly agreement: number | undefined;
  readonly kappa: number | undefined;
  readonly kappaCi: Interval | undefined;
  readonly macroF1: number | undefined;
  readonly majority: MajorityBaseline | undefined;
}

/** Whether a judge is worth asking; `reason` is half a sentence for people. */
export type MajorityAnswer = { readonly kind: 'beats' } | { readonly kind: 'fails'; readonly reason: string };

/**
 * A judge beats the majority label when its kappa is above 0 by its whole interval, and it either agrees more often with people than
 * the commonest label does, or has the higher macro-F1 (which a judge that finds the rare labels earns even where the commonest
 * one is nearly always right). Where there is too little to tell, it does not.
 */
export function beatsMajority({ agreement, kappa, kappaCi, macroF1, majority }: AgreementFigures): MajorityAnswer {
  if (agreement === undefined || majority === undefined) return fails('there is no label to compare with');
  if (kappa === undefined) return fails('people and judge use one label only, which tells nothing');
  if (kappaCi === undefined) return fails('there are too few dialogues to tell it from chance');
  if (kappaCi.low <= 0) {
    const says = kappaCi.high < 0 ? 'agrees less often than by chance' : 'cannot be told from chance';
    return fails(
      `it ${says} (kappa ${decimalText(kappa, 2)}, ${decimalText(kappaCi.low, 2)} to ${decimalText(kappaCi.high, 2)})`,
    );
  }
  if (beatenFigures({ agreement, macroF1, majority }) !== undefined) return { kind: 'beats' };
  return fails(
    `always saying “${String(majority.label)}” agrees more often with people (${decimalText(majority.agreement, 2)} against ${decimalText(agreement, 2)})`,
  );
}

function fails(reason: string): MajorityAnswer {
  return { kind: 'fails', reason };
}
