import * as z from 'zod';
import offline from '../../../judges/offlineCards.json';
import type { Benchmark } from '../benchmark/benchmark';
import type { BenchmarkId } from '../benchmark/samples';
import { type TrustCard, trustCardSchema } from '../benchmark/trustCard';
import { benchmarks } from '../benchmarks/registry';
import type { RunManifest } from '../store/runManifest';
import { FileTrustCardStore, type TrustCards } from '../store/trustCardStore';
import { t } from '../text/countWords';

let shipped: readonly TrustCard[] | undefined;

/**
 * Cards of the store, and those of offline judges, which come with the program: all of them, or none for a run whose
 * judges are all models. Cards for dimensions that `known` lacks concern no score; their number is reported.
 */
export async function trustCards(
  root: string,
  run?: Pick<RunManifest, 'judges'>,
  known: ReadonlyMap<BenchmarkId, Pick<Benchmark, 'judges'>> = benchmarks,
): Promise<TrustCards> {
  // Read each time, since others write cards, too.
  const { cards, problems } = await new FileTrustCardStore(root).read();
  const own = cards.filter((card) => known.get(card.benchmark)?.judges.some(({ id }) => id === card.dimension));
  const left = cards.length - own.length;
  const message = t`Trust cards of dimensions that their benchmarks do not have were left out: ${left}.`;
  shipped ??= z.array(trustCardSchema).parse(offline.cards);
  const isOffline = run === undefined || run.judges.some(({ simulated }) => simulated);
  return { cards: isOffline ? [...own, ...shipped] : own, problems: left === 0 ? problems : [...problems, message] };
}
