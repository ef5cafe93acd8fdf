import { decimalText } from '../text/formatNumber';
import type { TrustCard } from '../benchmark/trustCard';
import type { BeatenStatistics, MetricTrust } from '../results/trustModel';
import type { Label } from '../statistics/agreement';
import { leastGold } from '../statistics/kappa';
import { t, wholeNumber } from '../text/countWords';
import { read } from './calibrationJson';
import { type AgreementStatistics, leastOfTutor, type WithoutTutor } from './dimensionAgreement';

export function trustOf(
  cards: readonly TrustCard[],
  { judge, benchmark, dimension }: Pick<TrustCard, 'judge' | 'benchmark' | 'dimension'>,
  override: OverrideInUse,
): MetricTrust {
  const own = cards.filter(
    (card) => card.judge === judge && card.benchmark === benchmark && card.dimension === dimension,
  );
  const card = countingCard(own, override);
  return card === undefined
    ? { dimension, status: 'unchecked' }
    : trustByCard(card, !override.versions.has(card.judgeVersion));
}

export function trustByCard(card: TrustCard, older: boolean): MetricTrust {
  const { dimension, within, at, gold, simulated, measuredOn } = card;
  const statistics = `κ ${card.kappa === null ? 'n/a' : decimalText(card.kappa, 2)}, n ${wholeNumber(card.n)}`;
  const unchecked = (reason: string): MetricTrust => ({ dimension, status: 'unchecked', reason });
  if (gold.by === 'judge')
    return unchecked(t`checked against another judge’s labels only, not people’s (${statistics})`);
  const { kappa, n } = within ?? card;
  const facts = { at, gold: gold.name, older, simulated, measuredOn };
  return { dimension, ...standingOfCard(card), kappa: kappa ?? undefined, n, tutors: within?.tutors.length, ...facts };
}

export interface OverrideInUse {
  readonly versions: ReadonlySet<string>;
  readonly isOwn: boolean;
}

/** The card that trust is based on: the best by rank, then the newest. A custom judge prompt has no earlier version. */
export function countingCard(cards: readonly TrustCard[], { versions, isOwn }: OverrideInUse): TrustCard | undefined {
  if (versions.size === 0) return undefined;
  const isPresent = ({ judgeVersion }: TrustCard): boolean => versions.has(judgeVersion);
  const isEarlier = ({ promptOverride }: TrustCard): boolean => !isOwn && promptOverride !== true;
  const rankOf = (card: TrustCard): number =>
    (card.gold.by === 'people' ? 4 : 0) + (standingOfCard(card).status === 'few' ? 0 : 2) + (isPresent(card) ? 1 : 0);
  return cards
    .filter((card) => isPresent(card) || isEarlier(card))
    .sort(
      (left, right) =>
        rankOf(right) - rankOf(left) || right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId),
    )[0];
}

interface StandingStatistics extends AgreementStatistics {
  /** If `label` is absent, it is each tutor's own commonest label. */
  readonly majority: { readonly label?: Label; readonly agreement: number; readonly macroF1: number } | undefined;
  /** For statistics within tutors: the tutors with enough labels. */
  readonly tutors?: readonly unknown[];
  readonly withoutOne?: WithoutTutor | undefined;
}

/** `few`: too few labels. `beaten`: no better than the commonest label. `reason` is half a sentence. */
type JudgeStanding =
  | { readonly status: 'checked'; readonly beats: BeatenStatistics }
  | { readonly status: 'beaten' | 'few'; readonly reason: string };

/** Uses the statistics within tutors if present, else those over all labels. */
export function judgeStanding(all: StandingStatistics, within?: StandingStatistics): JudgeStanding {
  const statistics = within ?? all;
  const reason = tooFew(all) ?? tooFew(statistics);
  return reason === undefined ? beatsMajority(statistics) : { status: 'few', reason };
}

function tooFew({ n, failed, clusters, majority, tutors }: StandingStatistics): string | undefined {
  const usable = n - failed;
  if (usable < leastGold.labels) {
    const what = failed === 0 ? t`labels` : t`labels with a usable verdict`;
    const of = tutors === undefined ? '' : t` of tutors with at least ${leastOfTutor}`;
    return t`${usable} ${what}${of}, and at least ${leastGold.labels} are needed to tell`;
  }
  if (clusters < leastGold.clusters)
    return t`labels from ${clusters} dialogues or problems, and at least ${leastGold.clusters} are needed to tell`;
  // Cards store the share of the commonest label; rounding recovers the count.
  const uncommon = majority === undefined ? 0 : n - Math.round(n * majority.agreement);
  if (uncommon >= leastGold.uncommon) return undefined;
  const commonest = tutors === undefined ? t`the commonest` : t`their tutor’s commonest`;
  return t`${uncommon} labels other than ${commonest}, and at least ${leastGold.uncommon} are needed to tell`;
}

/**
 * A judge beats the majority label if its kappa interval lies above 0, and its agreement or its macro-F1 is higher.
 * Macro-F1 rewards a judge that finds rare labels. With several tutors, kappa must stay above 0 without any one of
 * them.
 */
function beatsMajority(statistics: StandingStatistics): JudgeStanding {
  const { agreement, kappa, kappaCi, macroF1 = 0, majority, withoutOne } = statistics;
  const beaten = (reason: string): JudgeStanding => ({ status: 'beaten', reason });
  if (agreement === undefined || majority === undefined) return beaten(t`there is no label to compare with`);
  if (kappa === undefined) return beaten(t`people and judge use only one label, so nothing can be told`);
  if (kappaCi === undefined) return beaten(t`there are too few dialogues to tell it from chance`);
  if (kappaCi.low <= 0) {
    const says = kappaCi.high < 0 ? t`agrees less often than by chance` : t`cannot be told from chance`;
    return beaten(t`it ${says} (kappa ${withInterval(statistics)})`);
  }
  if (withoutOne !== undefined && !((withoutOne.kappaCi?.low ?? 0) > 0)) {
    const rest = withInterval(withoutOne);
    return beaten(t`it rests on the replies of one tutor, ${withoutOne.tutor}: without them kappa is ${rest}`);
  }
  const inMacroF1 = macroF1 > majority.macroF1;
  if (agreement > majority.agreement) return { status: 'checked', beats: inMacroF1 ? 'both' : 'agreement' };
  if (inMacroF1) return { status: 'checked', beats: 'macroF1' };
  const said = majority.label === undefined ? t`each tutor’s commonest label` : `“${String(majority.label)}”`;
  const shares = t`${decimalText(majority.agreement, 2)} against ${decimalText(agreement, 2)}`;
  return beaten(t`always saying ${said} agrees more often with people (${shares})`);
}

function withInterval({ kappa, kappaCi: ci }: Pick<AgreementStatistics, 'kappa' | 'kappaCi'>): string {
  if (kappa === undefined) return 'n/a';
  const range = ci === undefined ? t`no interval` : t`${decimalText(ci.low, 2)} to ${decimalText(ci.high, 2)}`;
  return `${decimalText(kappa, 2)}, ${range}`;
}

export const beatenWords: Readonly<Record<BeatenStatistics, string>> = {
  agreement: t`better than the majority label in agreement, not in macro-F1`,
  macroF1: t`better than the majority label in macro-F1, not in agreement`,
  both: t`better than the majority label in agreement and macro-F1`,
};

export function standingOfCard({ within, ...all }: TrustCard): JudgeStanding {
  return judgeStanding(read(all), within && read(within));
}
