import { wilsonInterval } from '../../statistics/interval';
import type { MetricHead, MetricValue } from '../metric';
import { damr, type Rate } from './damr';
import { dimensionIds, toneLabels, type DimensionId } from './labels';
import { damrHead, meanOfDimensionsHead, metricBlocks, nonOffensiveHead, type MetricBlockId } from './metricHeads';
import type { MrSample } from './samples';

/** The metrics of one tutor from labels that are already there. */
export interface LabelledGroup {
  /** The tutor's name in the file. */
  readonly id: string;
  readonly metrics: readonly MetricValue[];
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
  const rates = dimensions.map((dimension) => {
    const rate = damr(dimension, labelsOf(samples, tutor, dimension));
    return { rate, metric: rateMetric(damrHead(dimension, block), rate) };
  });
  const metrics = rates.map(({ metric }) => metric);
  if (dimensions.includes('tutor_tone')) {
    const rate = damr('tutor_tone', labelsOf(samples, tutor, 'tutor_tone'), toneLabels.slice(0, 2));
    metrics.push(rateMetric(nonOffensiveHead(block), rate));
  }
  const values = rates.flatMap(({ rate }) => rate.value ?? []);
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
