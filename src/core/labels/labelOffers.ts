import type { Benchmark } from '../benchmark/benchmark';
import type { RunSession } from '../run/runSession';
import type { LabelOffer, LabelWish } from './labellingView';
import { judgeModelsOf } from '../results/runHeader';
import type { HandLabel } from '../store/handLabelLog';
import { LabelSet } from './labelSet';
import type { LabelPlays } from './labelPlaces';

/** A benchmark of a run as label mode offers it. `by` is absent while nobody has said who labels. */
export function labelOffer(
  session: RunSession,
  benchmark: Benchmark,
  { plays, notes }: LabelPlays,
  by: string | undefined,
  entries: Iterable<HandLabel>,
): LabelOffer {
  const labels = by === undefined ? undefined : new LabelSet(by, entries);
  const totals = new Map<string, number>();
  let labelled = 0;
  for (const { fingerprint, slots } of plays) {
    const own = labels?.ofReply(fingerprint);
    for (const { judge, key } of slots) {
      totals.set(judge, (totals.get(judge) ?? 0) + 1);
      if (own?.get(key)?.label !== undefined) labelled += 1;
    }
  }
  const dimensions = benchmark.judges.flatMap(({ id, title }) => {
    const total = totals.get(id);
    return total === undefined ? [] : [{ id, title, total }];
  });
  const judges = judgeModelsOf(session.manifest).length;
  return { id: benchmark.id, title: benchmark.title, replies: plays.length, dimensions, labelled, judges, notes };
}

/** A wish that fits what is on offer: where the benchmark, the dimension or a second judge is not there, the nearest that is. */
export function fittingWish(wish: LabelWish, offers: readonly LabelOffer[]): LabelWish {
  const offer =
    offers.find(({ id }) => id === wish.benchmark) ?? offers.find(({ replies }) => replies > 0) ?? offers[0];
  const dimension = offer?.dimensions.some(({ id }) => id === wish.dimension) === true ? wish.dimension : '';
  const order = wish.order === 'disagreement' && (offer?.judges ?? 0) < 2 ? 'random' : wish.order;
  return { ...wish, benchmark: offer?.id ?? '', dimension, order };
}

/** What is wished for at first: blind, everything as rows, in random order. */
export const firstWish: LabelWish = {
  benchmark: '',
  dimension: '',
  mode: 'blind',
  layout: 'rows',
  order: 'random',
};
