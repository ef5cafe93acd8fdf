import { decimalText } from '../benchmark/formatMetric';
import type { BeatenFigures } from '../results/trustModel';
import type { Label } from '../statistics/agreement';
import type { Interval } from '../statistics/interval';
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
type MajorityAnswer =
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

/** Figures of a judge and of always saying the commonest label, as a card or a calibration has them. */
interface ComparedFigures {
  readonly agreement: number | null;
  readonly macroF1: number | null | undefined;
  readonly majority: { readonly agreement: number; readonly macroF1: number } | null;
}

/** `undefined` where it is better in neither, or where there is nothing to compare with. */
function beatenFigures({ agreement, macroF1, majority }: ComparedFigures): BeatenFigures | undefined {
  if (majority === null || agreement === null) return undefined;
  const inAgreement = agreement > majority.agreement;
  const inMacroF1 = (macroF1 ?? 0) > majority.macroF1;
  if (inAgreement && inMacroF1) return 'both';
  return inAgreement ? 'agreement' : inMacroF1 ? 'macroF1' : undefined;
}

/** The same in words, half a sentence. */
export const beatenWords: Readonly<Record<BeatenFigures, string>> = {
  agreement: 'better than the majority label in agreement, not in macro-F1',
  macroF1: 'better than the majority label in macro-F1, not in agreement',
  both: 'better than the majority label in agreement and macro-F1',
};
