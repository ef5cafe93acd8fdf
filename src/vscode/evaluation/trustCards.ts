import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import { knownCards } from '../../core/trust/trustOf';

/** Trust cards of the store and the extension. The store is read each time, since others write cards, too. */
export async function trustCards(root: string, shipped: readonly TrustCard[]): Promise<TrustCards> {
  const { cards, problems } = knownCards(await new FileTrustCardStore(root).read(), benchmarks);
  return { cards: [...cards, ...shipped], problems };
}
