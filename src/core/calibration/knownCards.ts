import type { Benchmark, BenchmarkId } from '../benchmarks/benchmark';
import type { TrustCards } from '../store/trustCardStore';

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
