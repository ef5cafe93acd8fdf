import { beatenFigures, type BeatenFigures } from './beatenFigures';
import { decimalText } from '../report/formatMetric';
import type { Interval } from '../statistics/interval';
import type { Label } from '../statistics/agreement';
import type { WithoutTutor } from './withinTutors';

/** The figures that the question hangs on. */
export interface AgreementFigures {
  readonly agreement: number | undefined;
  readonly kappa: number | undefined;
  readonly kappaCi: Interval | undefined;
  readonly macroF1: number | undefined;
  /** Without `label` it is each tutor's own commonest label. */
  readonly majority: { readonly label?: Label; readonly agreement: number; readonly macroF1: number } | undefined;
  /** Kappa without the tutor whose replies help most, where the figures are those within several tutors. */
  readonly withoutOne?: WithoutTutor | undefined;
}

/** Whether a judge is worth asking; `reason` is half a sentence for people. */
export type MajorityAnswer =
  { readonly kind: 'beats'; readonly beats: BeatenFigures } | { readonly kind: 'fails'; readonly reason: string };

/**
 * A judge beats the majority label when its kappa is above 0 by its whole interval, and it either agrees more often with people than
 * the commonest label does, or has the higher macro-F1 (which a judge that finds the rare labels earns even where the commonest
 * one is nearly always right). Within several tutors, kappa must be above 0 without any one of them. Where there is too little to tell, it
 * does not.
 */
export function beatsMajority({
  agreement,
  kappa,
  kappaCi,
  macroF1,
  majority,
  withoutOne,
}: AgreementFigures): MajorityAnswer {
  if (agreement === undefined || majority === undefined) return fails('there is no label to compare with');
  if (kappa === undefined) return fails('people and judge use one label only, which tells nothing');
  if (kappaCi === undefined) return fails('there are too few dialogues to tell it from chance');
  if (kappaCi.low <= 0) {
    const says = kappaCi.high < 0 ? 'agrees less often than by chance' : 'cannot be told from chance';
    return fails(`it ${says} (kappa ${withInterval(kappa, kappaCi)})`);
  }
  if (withoutOne !== undefined && !((withoutOne.kappaCi?.low ?? 0) > 0)) {
    const { tutor, kappa: rest, kappaCi: restCi } = withoutOne;
    return fails(`it rests on the replies of one tutor, ${tutor}: without them kappa is ${withInterval(rest, restCi)}`);
  }
  const beats = beatenFigures({ agreement, macroF1, majority });
  if (beats !== undefined) return { kind: 'beats', beats };
  const { label } = majority;
  const said = label === undefined ? 'each tutor’s commonest label' : `“${String(label)}”`;
  return fails(
    `always saying ${said} agrees more often with people (${decimalText(majority.agreement, 2)} against ${decimalText(agreement, 2)})`,
  );
}

function withInterval(kappa: number | undefined, ci: Interval | undefined): string {
  if (kappa === undefined) return 'n/a';
  const range = ci === undefined ? 'no interval' : `${decimalText(ci.low, 2)} to ${decimalText(ci.high, 2)}`;
  return `${decimalText(kappa, 2)}, ${range}`;
}

function fails(reason: string): MajorityAnswer {
  return { kind: 'fails', reason };
}
