import type { TrustCard } from '../store/trustCard';
import { beatsMajority } from './beatsMajority';

/**
 * What is known of a judge on a dimension. `older`: the card is of an earlier built-in wording of the judge. `beaten`: the judge was checked and
 * is no better than always saying the commonest label; `reason` is half a sentence.
 */
export type JudgeTrust =
  | { readonly kind: 'checked'; readonly card: TrustCard; readonly older: boolean }
  | { readonly kind: 'beaten'; readonly card: TrustCard; readonly older: boolean; readonly reason: string }
  | { readonly kind: 'unchecked' };

/**
 * Looks a judge up: the newest card of its present wording, else the newest of an older one. `judge` names its server, too. A wording
 * of a person's own has no older one: what is known of the built-in text says nothing of it, nor the other way round.
 */
export function trustOf(
  cards: readonly TrustCard[],
  judge: string,
  benchmark: string,
  dimension: string,
  version: string | undefined,
  wording: 'builtIn' | 'own' = 'builtIn',
): JudgeTrust {
  const own = cards
    .filter((card) => card.judge === judge && card.benchmark === benchmark && card.dimension === dimension)
    .sort((left, right) => right.at.localeCompare(left.at) || right.runId.localeCompare(left.runId));
  const present = own.find((card) => card.judgeVersion === version);
  const earlier = wording === 'own' ? undefined : own.find(({ ownWording }) => ownWording !== true);
  const card = present ?? earlier;
  if (card === undefined) return { kind: 'unchecked' };
  const older = present === undefined;
  const answer = beatsMajority({
    agreement: card.agreement ?? undefined,
    kappa: card.kappa ?? undefined,
    kappaCi: card.kappaCi ?? undefined,
    macroF1: card.macroF1 ?? undefined,
    majority: card.majority ?? undefined,
  });
  return answer.kind === 'beats'
    ? { kind: 'checked', card, older }
    : { kind: 'beaten', card, older, reason: answer.reason };
}
