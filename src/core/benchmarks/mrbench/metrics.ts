import { wilsonInterval } from '../../statistics/interval';
import {
  meanOf,
  derivedMetric,
  type LabelledGroup,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
  type MetricValue,
  type Observation,
} from '../../benchmark/metric';
import type { SampleResult } from '../../benchmark/sampleResult';
import { groupedBy } from '../../benchmark/samples';
import { desiredLabel, type DimensionId, dimensionIds, labelCode, type MrLabel, toneLabels } from './labels';
import { clusterOf } from './replyKey';
import type { MrLabels, MrSample } from './samples';

/** A share of labels in percent; `value` is undefined where no label is usable. */
interface Rate {
  /** Usable labels. */
  readonly n: number;
  readonly hits: number;
  /** Labels that were owed and are missing. */
  readonly excluded: number;
  readonly value: number | undefined;
}

/**
 * Desired Annotation Match Rate in percent: labels that are exactly a desired one among the usable labels (paper, section 5).
 * "To some extent" earns nothing. `desired` is the dimension's own label unless given (tone: Encouraging or Neutral together).
 */
export function damr(
  dimension: DimensionId,
  labels: readonly unknown[],
  desired: readonly MrLabel[] = [desiredLabel(dimension)],
): Rate {
  const usable = labels.filter((label) => labelCode(dimension, label) !== undefined);
  const hits = usable.filter((label) => desired.some((wanted) => wanted === label)).length;
  const n = usable.length;
  return { n, hits, excluded: labels.length - n, value: n === 0 ? undefined : (100 * hits) / n };
}

/** All dialogues, or those of one public source. */
export const metricBlocks = [
  { id: 'all', title: 'All dialogues' },
  { id: 'Bridge', title: 'Bridge' },
  { id: 'MathDial', title: 'MathDial' },
] as const;
type MetricBlockId = (typeof metricBlocks)[number]['id'];

const dimensionTitles: Readonly<Record<DimensionId, string>> = {
  mistake_identification: 'Mistake identification',
  mistake_location: 'Mistake location',
  revealing_of_the_answer: 'Not revealing the answer',
  providing_guidance: 'Providing guidance',
  actionability: 'Actionability',
  coherence: 'Coherence',
  tutor_tone: 'Encouraging tone',
  human_likeness: 'Human-likeness',
};

const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;

/** A rate of desired labels: its metric's head, and the labels of a dimension that count. */
interface DesiredRate {
  readonly head: MetricHead;
  readonly dimension: DimensionId;
  readonly desired: readonly MrLabel[];
}

/** The DAMR of each dimension, and that of tone with Neutral beside Encouraging. */
function ratesIn(block: MetricBlockId): readonly DesiredRate[] {
  const rates = dimensionIds.map((dimension): DesiredRate => {
    const label = desiredLabel(dimension);
    const title = dimensionTitles[dimension];
    const explain = `Replies labelled exactly “${label}” among all replies with a usable label (DAMR).`;
    const head = { id: dimension, block, title, explain, ...percent, judges: [dimension] };
    return { head, dimension, desired: [label] };
  });
  const nonOffensive = {
    id: 'tutor_tone_non_offensive',
    block,
    title: 'Non-offensive tone',
    explain: 'Replies whose tone is labelled “Encouraging” or “Neutral” among all replies with a usable label.',
    ...percent,
    judges: ['tutor_tone'],
  };
  return [...rates, { head: nonOffensive, dimension: 'tutor_tone', desired: toneLabels.slice(0, 2) }];
}

/** The paper defines no composite. */
function meanOfDimensionsHead(block: MetricBlockId): MetricHead {
  return {
    id: 'mean_of_dimensions',
    block,
    title: 'Unweighted mean of dimensions (ours)',
    explain: 'Plain mean of the eight rates above. It is this project’s, not the paper’s, which defines no composite.',
    ...percent,
    judges: dimensionIds,
  };
}

type Results = readonly SampleResult<MrSample>[];

/** A sample's share of desired labels per dimension, 0..1, in the order of `dimensionIds`. */
type DimensionShares = readonly (number | undefined)[];

/** For every block. */
export const mrMetrics: readonly MetricDefinition<MrSample>[] = metricBlocks.flatMap(({ id: block }) => [
  ...ratesIn(block).map(({ head, dimension, desired }): MeanMetric<MrSample> => ({
    kind: 'mean',
    ...head,
    ...(desired.length > 1 ? { mergesLabels: true } : {}),
    observe: (results) => observe(resultsOf(block, results), dimension, desired),
  })),
  derivedMetric<MrSample, readonly DimensionShares[]>({
    ...meanOfDimensionsHead(block),
    observe: (results) =>
      [...byCluster(resultsOf(block, results))].map(([unit, records]) => {
        const shares = records
          .map((result) => dimensionIds.map((id) => shareOf(result, id, [desiredLabel(id)])))
          .filter((own) => own.some((share) => share !== undefined));
        return { unit, value: shares.length === 0 ? undefined : shares };
      }),
    estimate: meanOfDimensions,
    parts: (clusters) =>
      dimensionIds.map((_, place) => ({
        values: clusters.map((records) => meanOf(records.map((shares) => shares[place]))),
        slope: 100 / dimensionIds.length,
        scale: [0, 1],
      })),
  }),
]);

/** Whether a block has dialogues of a source. Where not both public sources are there, their blocks would repeat that of all. */
function hasSource(
  block: MetricBlockId,
  source: MrSample['source'],
  sources: ReadonlySet<MrSample['source']>,
): boolean {
  return block === 'all' || (source === block && sources.has('Bridge') && sources.has('MathDial'));
}

function resultsOf(block: MetricBlockId, results: Results): Results {
  const sources = new Set(results.map(({ sample }) => sample.source));
  return results.filter(({ sample }) => hasSource(block, sample.source, sources));
}

/**
 * One observation for each cluster, the mean over its records: two records of one dialogue are not independent. They weigh as many as they are, so that the
 * figure is the mean over records as in the paper. A record without a usable label counts as excluded.
 */
function observe(results: Results, dimension: DimensionId, desired: readonly MrLabel[]): readonly Observation[] {
  const clusters = byCluster(results);
  const isClustered = clusters.size < results.length;
  return [...clusters].flatMap(([unit, records]): readonly Observation[] => {
    const shares = records.map((result) => shareOf(result, dimension, desired));
    const value = meanOf(shares);
    const missing = shares.filter((share) => share === undefined).map(() => ({ unit, value: undefined }));
    const weight = shares.length - missing.length;
    return value === undefined ? missing : [{ unit, value, ...(isClustered ? { weight } : {}) }, ...missing];
  });
}

function byCluster(results: Results): ReadonlyMap<string, Results> {
  return groupedBy(results, ({ sample }) => clusterOf(sample));
}

/** Share of desired labels among a sample's plays with a usable label. A play without a reply has no verdicts, so it has no part. */
function shareOf(
  { repeats }: SampleResult<MrSample>,
  dimension: DimensionId,
  desired: readonly MrLabel[],
): number | undefined {
  const labels = repeats
    .filter(({ dialogue }) => dialogue.status === 'complete')
    .map(({ verdicts }) => verdicts.find(({ judge, status }) => judge === dimension && status === 'ok')?.label);
  const { n, hits } = damr(dimension, labels, desired);
  return n === 0 ? undefined : hits / n;
}

/** In percent; undefined unless every dimension has a rate, as a mean of fewer would be a mean of something else. */
function meanOfDimensions(clusters: readonly (readonly DimensionShares[])[]): number | undefined {
  let sum = 0;
  for (let place = 0; place < dimensionIds.length; place += 1) {
    let total = 0;
    let count = 0;
    for (const records of clusters) {
      for (const shares of records) {
        const share = shares[place];
        if (share === undefined) continue;
        total += share;
        count += 1;
      }
    }
    if (count === 0) return undefined;
    sum += total / count;
  }
  return (100 * sum) / dimensionIds.length;
}

/**
 * DAMR of every tutor in a labelled file, from people's labels, by block. Dimensions that the file does not label at all are left out.
 * Tutors come in alphabetical order.
 */
export function labelledMetrics(samples: readonly MrSample[]): readonly LabelledGroup[] {
  const replies = samples.flatMap(({ source, references }) =>
    Object.entries(references).map(([tutor, { labels }]) => ({ source, tutor, labels })),
  );
  const labelled = dimensionIds.filter((dimension) => replies.some(({ labels }) => labels[dimension] !== undefined));
  const sources = new Set(samples.map(({ source }) => source));
  return [...new Set(replies.map(({ tutor }) => tutor))].sort().map((id) => ({
    id,
    metrics: metricBlocks.flatMap(({ id: block }) => {
      const own = replies.filter(({ tutor, source }) => tutor === id && hasSource(block, source, sources));
      const labels = own.map((reply) => reply.labels);
      return own.length === 0 ? [] : blockMetrics(labels, block, labelled);
    }),
  }));
}

function blockMetrics(
  replies: readonly MrLabels[],
  block: MetricBlockId,
  labelled: readonly DimensionId[],
): readonly MetricValue[] {
  const rates = ratesIn(block).filter(({ dimension }) => labelled.includes(dimension));
  const metrics = rates.map(({ head, dimension, desired }): MetricValue => {
    const labels = replies.map((own) => own[dimension]);
    const { n, hits, excluded, value } = damr(dimension, labels, desired);
    const share = wilsonInterval(hits, n);
    const ci = share && { low: 100 * share.low, high: 100 * share.high, level: share.level };
    return { ...head, value, n, excluded, hits, ...(ci === undefined ? {} : { ci, ciMethod: 'wilson' }) };
  });
  const values = metrics.flatMap(({ id, value }) => (dimensionIds.some((own) => own === id) ? (value ?? []) : []));
  if (values.length < dimensionIds.length) return metrics;
  return [...metrics, { ...meanOfDimensionsHead(block), value: meanOf(values), n: replies.length, excluded: 0 }];
}
