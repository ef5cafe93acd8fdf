import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { TrustCard } from '../store/trustCard';
import { standingOfCard } from './standingOfCard';

/** The wording of a judge on a dimension that is in use. */
export interface WordingInUse {
  readonly versions: ReadonlySet<string>;
  /** Whether it is a person's own. */
  readonly isOwn: boolean;
}

/**
 * The card that trust goes by, among those of one judge on one dimension: people's labels before another judge's, those
 * that tell tutors apart before older ones, none on dialogues that the
 * judge was trained on before some, enough labels before too few, the wording in use before an earlier one, and then the newest. A wording of
 * a person's own has no earlier one, and neither rules nor a learned judge are an earlier version of each other.
 */
export function countingCard(cards: readonly TrustCard[], { versions, isOwn }: WordingInUse): TrustCard | undefined {
  const kinds = new Set([...versions].map(isLearnedVersion));
  const isPresent = ({ judgeVersion }: TrustCard): boolean => versions.has(judgeVersion);
  const isEarlier = ({ judgeVersion, ownWording }: TrustCard): boolean =>
    !isOwn && ownWording !== true && kinds.has(isLearnedVersion(judgeVersion));
  const ranked = cards
    .filter((card) => isPresent(card) || isEarlier(card))
    .map((card) => ({
      card,
      rank:
        (card.gold.by === 'people' ? 16 : 0) +
        (card.schemaVersion === 1 ? 0 : 8) +
        (card.trainedDialogues === undefined ? 4 : 0) +
        (standingOfCard(card).kind === 'few' ? 0 : 2) +
        (isPresent(card) ? 1 : 0),
    }));
  return ranked.sort((left, right) => right.rank - left.rank || newestFirst(left.card, right.card))[0]?.card;
}

function newestFirst(left: TrustCard, right: TrustCard): number {
  return right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId);
}
