import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import { knownCards } from '../../core/trust/trustOf';
import { reasonOf } from '../log';

/** Trust cards of the store and the extension. The store is read each time, since others write cards, too. */
export async function trustCards(root: string, reading: Promise<readonly TrustCard[]>): Promise<TrustCards> {
  const [stored, shipped] = await Promise.all([
    new FileTrustCardStore(root).read().then((found) => knownCards(found, benchmarks)),
    reading.then(
      (cards): TrustCards => ({ cards, problems: [] }),
      (error: unknown): TrustCards => ({ cards: [], problems: [reasonOf(error)] }),
    ),
  ]);
  return { cards: [...stored.cards, ...shipped.cards], problems: [...stored.problems, ...shipped.problems] };
}
