import { decimalText } from '../report/formatMetric';
import type { TrustCard } from '../store/trustCard';
import type { BeatenFigures } from './beatenFigures';
import { countingCard, type WordingInUse } from './countingCard';
import { standingOfCard } from './standingOfCard';

/**
 * What is known of a judge on a dimension; a `reason` is half a sentence. `older`: the card is of an earlier built-in wording of the judge. `beaten`: the
 * judge was checked and is no better than always saying the commonest label. `few`: it was checked on too few labels to tell. `unchecked`: nobody
 * has held it against people within each tutor, for the reason where there is one to give.
 */
export type JudgeTrust =
  | { readonly kind: 'checked'; readonly card: TrustCard; readonly older: boolean; readonly beats: BeatenFigures }
  | { readonly kind: 'beaten' | 'few'; readonly card: TrustCard; readonly older: boolean; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason?: string };

/** A judge, named with its server, and what it decides. */
export interface TrustedPlace {
  readonly judge: string;
  readonly benchmark: string;
  readonly dimension: string;
}

/** Looks a judge up by the card that counts for the wording in use. */
export function trustOf(
  cards: readonly TrustCard[],
  { judge, benchmark, dimension }: TrustedPlace,
  wording: WordingInUse,
): JudgeTrust {
  const own = cards.filter(
    (card) => card.judge === judge && card.benchmark === benchmark && card.dimension === dimension,
  );
  const card = countingCard(own, wording);
  return card === undefined ? { kind: 'unchecked' } : trustByCard(card, !wording.versions.has(card.judgeVersion));
}

/** What one card says. */
export function trustByCard(card: TrustCard, older: boolean): JudgeTrust {
  const figures = `κ ${card.kappa === null ? 'n/a' : decimalText(card.kappa, 2)}, n ${card.n.toLocaleString('en')}`;
  if (card.gold.by === 'judge') {
    return { kind: 'unchecked', reason: `held against another judge’s labels only, not people’s (${figures})` };
  }
  if (card.schemaVersion === 1) {
    const known = `${figures} over all tutors together, on ${card.at.slice(0, 10)}`;
    return { kind: 'unchecked', reason: `its check does not tell tutors apart (${known}); calibrate once more` };
  }
  return { ...standingOfCard(card), card, older };
}
