import { wilsonInterval } from '../../statistics/interval';
import { meanOf } from '../../benchmark/meanOf';
import {
  derivedMetric,
  type LabelledGroup,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
  type MetricValue,
  type Observation,
} from '../../benchmark/metric';
import type { SampleResult } from '../../benchmark/sampleResult';
import { desiredLabel, type DimensionId, dimensionIds, labelCode, type MrLabel, toneLabels } from './labels';
import { clusterOf } from './replyKey';
import type { MrSample } from './samples';

/** A share of labels in percent with its counts; `value` is undefined where no label is usable. */
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
  labels: readonly (string | undefined)[],
  desired: readonly MrLabel[] = [desiredLabel(dimension)],
): Rate {
  const usable = labels.filter((label) => labelCode(dimension, label) !== undefined);
  const hits = usable.filter((label) => desired.some((wanted) => wanted === label)).length;
  const n = usable.length;
  return { n, hits, excluded: labels.length - n, value: n === 0 ? undefined : (100 * hits) / n };
}

/** Blocks a metric can stand in: all dialogues, or those of one public source. */
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
  return [
    ...dimensionIds.map((dimension): DesiredRate => {
      const label = desiredLabel(dimension);
      const explain = `Replies labelled exactly “${label}” among all replies with a usable label (DAMR).`;
      const head = {
        id: dimension,
        block,
        title: dimensionTitles[dimension],
        explain,
        ...percent,
        judges: [dimension],
      };
      return { head, dimension, desired: [label] };
    }),
    {
      head: {
        id: 'tutor_tone_non_offensive',
        block,
        title: 'Non-offensive tone',
        explain: 'Replies whose tone is labelled “Encouraging” or “Neutral” among all replies with a usable label.',
        ...percent,
        judges: ['tutor_tone'],
      },
      dimension: 'tutor_tone',
      desired: toneLabels.slice(0, 2),
    },
  ];
}

/** Head of the mean of the eight rates; the paper defines no composite. */
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

/**
 * The benchmark's metrics, for every block. The blocks of the two public sources observe nothing unless both sources are among
 * the results: they would repeat the block of all dialogues.
 */
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
        const shares = records.map(dimensionShares).filter((one) => one !== undefined);
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

function resultsOf(block: MetricBlockId, results: Results): Results {
  if (block === 'all') return results;
  const sources = new Set(results.map(({ sample }) => sample.source));
  const both = sources.has('Bridge') && sources.has('MathDial');
  return both ? results.filter(({ sample }) => sample.source === block) : [];
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
  const clusters = new Map<string, SampleResult<MrSample>[]>();
  for (const result of results) {
    const cluster = clusterOf(result.sample);
    const records = clusters.get(cluster);
    if (records === undefined) clusters.set(cluster, [result]);
    else records.push(result);
  }
  return clusters;
}

/** Share of desired labels among a sample's plays with a usable label. A play without a reply has no verdicts, so it has no part. */
function shareOf(
  { repeats }: SampleResult<MrSample>,
  dimension: DimensionId,
  desired: readonly MrLabel[],
): number | undefined {
  const labels = repeats.flatMap(({ dialogue, verdicts }) => {
    if (dialogue.status !== 'complete') return [];
    const verdict = verdicts.find(({ judge, status }) => judge === dimension && status === 'ok');
    return labelCode(dimension, verdict?.label) === undefined ? [] : [verdict?.label];
  });
  if (labels.length === 0) return undefined;
  return labels.filter((label) => desired.some((wanted) => wanted === label)).length / labels.length;
}

/** Undefined for a sample without any usable verdict, so that it is counted as excluded. */
function dimensionShares(result: SampleResult<MrSample>): DimensionShares | undefined {
  const shares = dimensionIds.map((dimension) => shareOf(result, dimension, [desiredLabel(dimension)]));
  return shares.every((share) => share === undefined) ? undefined : shares;
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
 * DAMR of every tutor in a labelled file, from people's labels: per dimension over all dialogues and, where a file holds both
 * public sources, per source. Dimensions that the file does not label at all are left out. Tutors come in alphabetical order.
 */
export function labelledMetrics(samples: readonly MrSample[]): readonly LabelledGroup[] {
  const sources = new Set(samples.map(({ source }) => source));
  const both = sources.has('Bridge') && sources.has('MathDial');
  const tutors = [...new Set(samples.flatMap(({ references }) => Object.keys(references)))].sort();
  const labelled = dimensionIds.filter((dimension) => labelsOf(samples, undefined, dimension).some(Boolean));
  return tutors.map((id) => ({
    id,
    metrics: metricBlocks.flatMap(({ id: block }) => {
      if (block !== 'all' && !both) return [];
      const part = samples.filter(
        ({ source, references }) => (block === 'all' || source === block) && Object.hasOwn(references, id),
      );
      return part.length === 0 ? [] : blockMetrics(part, id, block, labelled);
    }),
  }));
}

function blockMetrics(
  samples: readonly MrSample[],
  tutor: string,
  block: MetricBlockId,
  dimensions: readonly DimensionId[],
): readonly MetricValue[] {
  const rows = ratesIn(block).filter(({ dimension }) => dimensions.includes(dimension));
  const metrics = rows.map(({ head, dimension, desired }) =>
    rateMetric(head, damr(dimension, labelsOf(samples, tutor, dimension), desired)),
  );
  const values = metrics.flatMap(({ id, value }) => (dimensionIds.some((own) => own === id) ? (value ?? []) : []));
  if (values.length === dimensionIds.length) {
    const value = values.reduce((sum, each) => sum + each, 0) / values.length;
    metrics.push({ ...meanOfDimensionsHead(block), value, n: samples.length, excluded: 0 });
  }
  return metrics;
}

function rateMetric(head: MetricHead, { n, hits, excluded, value }: Rate): MetricValue {
  const share = wilsonInterval(hits, n);
  const ci = share && { low: 100 * share.low, high: 100 * share.high, level: share.level };
  return { ...head, value, n, excluded, hits, ...(ci === undefined ? {} : { ci, ciMethod: 'wilson' as const }) };
}

function labelsOf(
  samples: readonly MrSample[],
  tutor: string | undefined,
  dimension: DimensionId,
): (string | undefined)[] {
  return samples.flatMap(({ references }) =>
    tutor === undefined
      ? Object.values(references).map(({ labels }) => labels[dimension])
      : [references[tutor]?.labels[dimension]],
  );
}
