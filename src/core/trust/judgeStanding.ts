import { decimalText } from '../benchmark/formatMetric';
import type { TrustCard } from '../benchmark/trustCard';
import type { BeatenFigures } from '../results/trustModel';
import type { Label } from '../statistics/agreement';
import { leastGold } from '../statistics/kappa';
import type { AgreementFigures } from './agreementFigures';
import { read } from './calibrationJson';
import { leastOfTutor, type WithoutTutor } from './dimensionAgreement';

interface StandingFigures extends AgreementFigures {
  /** Without `label` it is each tutor's own commonest label. */
  readonly majority: { readonly label?: Label; readonly agreement: number; readonly macroF1: number } | undefined;
  /** Where the figures are those within tutors: the tutors with labels enough. */
  readonly tutors?: readonly unknown[];
  readonly withoutOne?: WithoutTutor | undefined;
}

/**
 * What a check comes to; `reason` is half a sentence for people. `few`: too few labels to tell. `beaten`: no better than always
 * saying the commonest label.
 */
type JudgeStanding =
  | { readonly kind: 'checked'; readonly beats: BeatenFigures }
  | { readonly kind: 'beaten' | 'few'; readonly reason: string };

/** By the figures `within` tutors where they are there, else by those over all labels. */
export function judgeStanding(all: StandingFigures, within?: StandingFigures): JudgeStanding {
  const figures = within ?? all;
  const reason = tooFew(all) ?? tooFew(figures);
  return reason === undefined ? beatsMajority(figures) : { kind: 'few', reason };
}

function tooFew({ n, failed, clusters, majority, tutors }: StandingFigures): string | undefined {
  const usable = n - failed;
  if (usable < leastGold.labels) {
    const what = failed === 0 ? 'labels' : 'labels with a usable verdict';
    const of = tutors === undefined ? '' : ` of tutors with at least ${leastOfTutor}`;
    return `${usable} ${what}${of}, and at least ${leastGold.labels} are needed to tell`;
  }
  if (clusters < leastGold.clusters) {
    return `labels from ${clusters} dialogues or problems, and at least ${leastGold.clusters} are needed to tell`;
  }
  // Cards keep the share of the commonest label, of which a count is the nearest whole number.
  const uncommon = majority === undefined ? 0 : n - Math.round(n * majority.agreement);
  if (uncommon >= leastGold.uncommon) return undefined;
  const commonest = tutors === undefined ? 'the commonest' : 'their tutor’s commonest';
  return `${uncommon} labels other than ${commonest}, and at least ${leastGold.uncommon} are needed to tell`;
}

/**
 * A judge beats the majority label when its kappa is above 0 by its whole interval, and it either agrees more often with people
 * than the commonest label does, or has the higher macro-F1 (which a judge that finds the rare labels earns even where the
 * commonest one is nearly always right). Within several tutors, kappa must be above 0 without any one of them.
 */
function beatsMajority(figures: StandingFigures): JudgeStanding {
  const { agreement, kappa, kappaCi, macroF1 = 0, majority, withoutOne } = figures;
  const beaten = (reason: string): JudgeStanding => ({ kind: 'beaten', reason });
  if (agreement === undefined || majority === undefined) return beaten('there is no label to compare with');
  if (kappa === undefined) return beaten('people and judge use one label only, which tells nothing');
  if (kappaCi === undefined) return beaten('there are too few dialogues to tell it from chance');
  if (kappaCi.low <= 0) {
    const says = kappaCi.high < 0 ? 'agrees less often than by chance' : 'cannot be told from chance';
    return beaten(`it ${says} (kappa ${withInterval(figures)})`);
  }
  if (withoutOne !== undefined && !((withoutOne.kappaCi?.low ?? 0) > 0)) {
    const rest = withInterval(withoutOne);
    return beaten(`it rests on the replies of one tutor, ${withoutOne.tutor}: without them kappa is ${rest}`);
  }
  const inMacroF1 = macroF1 > majority.macroF1;
  if (agreement > majority.agreement) return { kind: 'checked', beats: inMacroF1 ? 'both' : 'agreement' };
  if (inMacroF1) return { kind: 'checked', beats: 'macroF1' };
  const said = majority.label === undefined ? 'each tutor’s commonest label' : `“${String(majority.label)}”`;
  const shares = `${decimalText(majority.agreement, 2)} against ${decimalText(agreement, 2)}`;
  return beaten(`always saying ${said} agrees more often with people (${shares})`);
}

function withInterval({ kappa, kappaCi: ci }: Pick<AgreementFigures, 'kappa' | 'kappaCi'>): string {
  if (kappa === undefined) return 'n/a';
  const range = ci === undefined ? 'no interval' : `${decimalText(ci.low, 2)} to ${decimalText(ci.high, 2)}`;
  return `${decimalText(kappa, 2)}, ${range}`;
}

export const beatenWords: Readonly<Record<BeatenFigures, string>> = {
  agreement: 'better than the majority label in agreement, not in macro-F1',
  macroF1: 'better than the majority label in macro-F1, not in agreement',
  both: 'better than the majority label in agreement and macro-F1',
};

/** The figures of a card that trust goes by: those within tutors where its labels name several, else those over all labels. */
export function trustFigures({ within, ...all }: TrustCard): StandingFigures {
  return read(within ?? all);
}

export function standingOfCard({ within, ...all }: TrustCard): JudgeStanding {
  return judgeStanding(read(all), within && read(within));
}
