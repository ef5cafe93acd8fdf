import { meanOf } from '../meanOf';
import { derivedMetric, type MeanMetric, type MetricDefinition, type Observation } from '../metric';
import type { SampleResult } from '../sampleResult';
import { clusterOf } from './clusterOfId';
import { desiredLabel, dimensionIds, labelCode, toneLabels, type DimensionId, type MrLabel } from './labels';
import { damrHead, meanOfDimensionsHead, metricBlocks, nonOffensiveHead, type MetricBlockId } from './metricHeads';
import type { MrSample } from './samples';

type Results = readonly SampleResult<MrSample>[];

/** A sample's share of desired labels per dimension, 0..1, in the order of `dimensionIds`. */
type DimensionShares = readonly (number | undefined)[];

/**
 * The benchmark's metrics, for every block. The blocks of the two public sources observe nothing unless both sources are among
 * the results: they would repeat the block of all dialogues.
 */
export const mrMetrics: readonly MetricDefinition<MrSample>[] = metricBlocks.flatMap(({ id: block }) => [
  ...dimensionIds.map((dimension): MeanMetric<MrSample> => ({
    kind: 'mean',
    ...damrHead(dimension, block),
    observe: (results) => observe(resultsOf(block, results), dimension, [desiredLabel(dimension)]),
  })),
  {
    kind: 'mean',
    ...nonOffensiveHead(block),
    mergesLabels: true,
    observe: (results) => observe(resultsOf(block, results), 'tutor_tone', toneLabels.slice(0, 2)),
  } satisfies MeanMetric<MrSample>,
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
