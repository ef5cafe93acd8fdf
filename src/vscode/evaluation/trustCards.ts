import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import type { RunManifest } from '../../core/store/runManifest';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import { knownCards } from '../../core/trust/trustOf';
import { reasonOf } from '../log';

/** Trust cards of the store and the extension for a run's judges. Never rejects. */
export function cardsOfRun(
  root: string,
  shipped: Pick<ShippedJudges, 'cardsFor'>,
  manifest: Pick<RunManifest, 'benchmarks' | 'judges'>,
): Promise<TrustCards> {
  return withShipped(root, shipped.cardsFor(manifest));
}

export function allCards(root: string, shipped: Pick<ShippedJudges, 'allCards'>): Promise<TrustCards> {
  return withShipped(root, shipped.allCards());
}

/** Reads the store each time, since other windows and the command line write cards, too. */
async function withShipped(root: string, reading: Promise<readonly TrustCard[]>): Promise<TrustCards> {
  const [stored, shipped] = await Promise.all([
    new FileTrustCardStore(root).read().then((found) => knownCards(found, benchmarks)),
    reading.then(
      (cards): TrustCards => ({ cards, problems: [] }),
      (error: unknown): TrustCards => ({ cards: [], problems: [reasonOf(error)] }),
    ),
  ]);
  return { cards: [...stored.cards, ...shipped.cards], problems: [...stored.problems, ...shipped.problems] };
}
