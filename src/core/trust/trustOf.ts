import type { Benchmark } from '../benchmark/benchmark';
import { decimalText } from '../benchmark/formatMetric';
import { isLearnedVersion } from '../benchmark/learnedJudge';
import type { BenchmarkId } from '../benchmark/samples';
import type { TrustCard } from '../benchmark/trustCard';
import type { BeatenFigures } from '../results/trustModel';
import type { TrustCards } from '../store/trustCardStore';
import { standingOfCard } from './judgeStanding';

/**
 * What is known of a judge on a dimension; a `reason` is half a sentence. `older`: the card is of an earlier built-in wording of the
 * judge. `unchecked`: nobody has held it against people within each tutor, for the reason where there is one to give.
 */
export type JudgeTrust =
  | { readonly kind: 'checked'; readonly card: TrustCard; readonly older: boolean; readonly beats: BeatenFigures }
  | { readonly kind: 'beaten' | 'few'; readonly card: TrustCard; readonly older: boolean; readonly reason: string }
  | { readonly kind: 'unchecked'; readonly reason?: string };

export interface TrustedPlace {
  readonly judge: string;
  readonly benchmark: string;
  readonly dimension: string;
}

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

export interface WordingInUse {
  readonly versions: ReadonlySet<string>;
  readonly isOwn: boolean;
}

/**
 * The card that trust goes by, among those of one judge on one dimension, ranked as below and then by age. A wording of a person's
 * own has no earlier one, and neither rules nor a learned judge are an earlier version of each other.
 */
export function countingCard(cards: readonly TrustCard[], { versions, isOwn }: WordingInUse): TrustCard | undefined {
  const kinds = new Set([...versions].map(isLearnedVersion));
  const isPresent = ({ judgeVersion }: TrustCard): boolean => versions.has(judgeVersion);
  const isEarlier = ({ judgeVersion, ownWording }: TrustCard): boolean =>
    !isOwn && ownWording !== true && kinds.has(isLearnedVersion(judgeVersion));
  const rankOf = (card: TrustCard): number =>
    (card.gold.by === 'people' ? 16 : 0) +
    (card.schemaVersion === 1 ? 0 : 8) +
    (card.trainedDialogues === undefined ? 4 : 0) +
    (standingOfCard(card).kind === 'few' ? 0 : 2) +
    (isPresent(card) ? 1 : 0);
  return cards
    .filter((card) => isPresent(card) || isEarlier(card))
    .sort(
      (left, right) =>
        rankOf(right) - rankOf(left) || right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId),
    )[0];
}

/** The cards of dimensions that their benchmarks have. A card of another one speaks of no score, and is named. */
export function knownCards(
  { cards, problems }: TrustCards,
  benchmarks: ReadonlyMap<BenchmarkId, Pick<Benchmark, 'judges'>>,
): TrustCards {
  const known = cards.filter(({ benchmark, dimension }) =>
    benchmarks.get(benchmark)?.judges.some(({ id }) => id === dimension),
  );
  const left = cards.length - known.length;
  if (left === 0) return { cards, problems };
  const message = `Trust cards of dimensions that their benchmarks do not have were left out: ${left}.`;
  return { cards: known, problems: [...problems, message] };
}
