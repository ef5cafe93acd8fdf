import type { Benchmark } from '../benchmarks/benchmark';
import type { MetricValueOptions } from '../benchmarks/metricValue';
import type { Label } from '../statistics/agreement';
import {
  alphaSums,
  krippendorffAlpha,
  pairableOf,
  type AlphaScale,
  type LabelCounts,
} from '../statistics/krippendorffAlpha';
import { createRandom } from '../statistics/random';
import { spreadInterval } from '../statistics/hiddenSpread';
import { resamplesFor, summedInterval } from '../statistics/bootstrap';
import { boundedText } from './boundedText';
import type { AlphaFigure, DimensionBetweenJudges, JudgesAgreement } from './judgesAgreementModel';
import type { Play } from './play';
import { isSplit, saidOfSlots, type SaidOfSlot } from './saidOfSlots';

/** Something that was asked of several judge models, with the unit that its dialogue belongs to. */
interface Compared extends SaidOfSlot {
  readonly unit: string;
}

/** How far the judge models of a run agree, by what they decide; `undefined` where there is one judge model, or nothing to compare. */
export function judgesAgreement(
  benchmark: Benchmark,
  plays: readonly Play[],
  judgeModels: readonly string[],
  options: Pick<MetricValueOptions, 'seed' | 'resamples' | 'level'>,
): JudgesAgreement | undefined {
  if (judgeModels.length < 2) return undefined;
  let cases = 0;
  const byDimension = new Map<string, Compared[]>();
  for (const play of plays) {
    const unit = benchmark.unitOf(play.item.sample);
    const asked = [...saidOfSlots(play, judgeModels).values()].filter(({ computed }) => !computed);
    if (asked.some(isSplit)) cases += 1;
    for (const one of asked) {
      const all = byDimension.get(one.slot.judge);
      if (all === undefined) byDimension.set(one.slot.judge, [{ ...one, unit }]);
      else all.push({ ...one, unit });
    }
  }
  const dimensions = benchmark.judges.flatMap(({ id, title }) => {
    const asked = byDimension.get(id);
    return asked === undefined ? [] : [dimension(benchmark, { id, title: boundedText(title) }, asked, options)];
  });
  return dimensions.length === 0 ? undefined : { judges: judgeModels, dimensions, cases };
}

function dimension(
  benchmark: Benchmark,
  head: Pick<DimensionBetweenJudges, 'id' | 'title'>,
  asked: readonly Compared[],
  options: Pick<MetricValueOptions, 'seed' | 'resamples' | 'level'>,
): DimensionBetweenJudges {
  const order = benchmark.labelsOf?.(head.id) ?? [];
  const labels = [...new Set<Label>([...order, ...asked.flatMap(({ said }) => said.map(({ decision }) => decision))])];
  const places = new Map(labels.map((label, place) => [label, place]));
  const byUnit = new Map<string, LabelCounts[]>();
  for (const { unit, said } of asked) {
    const counts = new Array<number>(labels.length).fill(0);
    for (const { decision } of said) {
      const place = places.get(decision) ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const own = byUnit.get(unit);
    if (own === undefined) byUnit.set(unit, [counts]);
    else own.push(counts);
  }
  const clusters = [...byUnit.values()];
  const things = clusters.flat();
  const alpha = (scale: AlphaScale): AlphaFigure => alphaFigure(clusters, labels.length, scale, head.id, options);
  // Two labels are as far apart as they are different, and a label that is off the scale has no rank.
  const isOrdered = order.length > 2 && labels.length === order.length;
  return {
    ...head,
    compared: asked.filter(({ said }) => said.length > 1).length,
    split: asked.filter(isSplit).length,
    pairable: pairableOf(things),
    agreement: pairsAlike(things),
    nominal: alpha('nominal'),
    ...(isOrdered ? { ordinal: alpha('ordinal') } : {}),
  };
}

function alphaFigure(
  clusters: readonly (readonly LabelCounts[])[],
  labels: number,
  scale: AlphaScale,
  id: string,
  { seed, resamples, level }: Pick<MetricValueOptions, 'seed' | 'resamples' | 'level'>,
): AlphaFigure {
  const found = krippendorffAlpha(clusters.flat(), scale);
  if (found.kind === 'none') return { value: undefined, reason: reasons[found.reason] };
  const random = createRandom(`judges/${seed}/${scale}/${id}`);
  // Units without anything to compare would only thin out the draws.
  const paired = clusters.filter((cluster) => pairableOf(cluster) > 0);
  const rounds = resamplesFor(paired.length, resamples);
  const drawn = summedInterval(alphaSums(paired, labels, scale), { random, resamples: rounds, level });
  const ci = spreadInterval(drawn, { value: found.value, units: paired.length, scale: [-1, 1] }, level);
  return { value: found.value, ...(ci === undefined ? {} : { ci }) };
}

const reasons = {
  noPairs: 'no two judges gave a usable verdict on the same thing',
  oneLabel: 'all verdicts are the same label, which leaves nothing to tell from chance',
} as const;

/** Share of the pairs of verdicts on the same thing that are the same; `undefined` where there are no pairs. */
function pairsAlike(things: readonly LabelCounts[]): number | undefined {
  let alike = 0;
  let pairs = 0;
  for (const counts of things) {
    const raters = counts.reduce((sum, count) => sum + count, 0);
    pairs += raters * (raters - 1);
    for (const count of counts) alike += count * (count - 1);
  }
  return pairs === 0 ? undefined : alike / pairs;
}
