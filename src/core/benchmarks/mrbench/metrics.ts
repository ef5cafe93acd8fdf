import { wilsonInterval } from '../../statistics/interval';
import type { LabelledGroup, MeanMetric, MetricDefinition, MetricValue, Observation } from '../../benchmark/metric';
import { meanOf, percent } from '../../benchmark/metric';
import type { SampleResult } from '../../benchmark/sampleResult';
import { groupedBy } from '../../benchmark/samples';
import { desiredLabel, type DimensionId, dimensionIds, labelCode, type MrLabel, toneLabels } from './labels';
import { clusterOf } from './clusters';
import { rubrics } from './rubrics';
import type { MrLabels, MrSample } from './samples';

/** Desired Annotation Match Rate in percent over usable labels (paper, section 5). “To some extent” scores 0. */
export function damr(
  dimension: DimensionId,
  labels: readonly unknown[],
  desired: readonly MrLabel[] = [desiredLabel(dimension)],
): Pick<MetricValue, 'n' | 'excluded' | 'value'> & { readonly hits: number } {
  const usable = labels.filter((label) => labelCode(dimension, label) !== undefined);
  const hits = usable.filter((label) => desired.some((wanted) => wanted === label)).length;
  const n = usable.length;
  return { n, hits, excluded: labels.length - n, value: n === 0 ? undefined : (100 * hits) / n };
}

export const metricBlocks = [
  { id: 'all', title: 'All dialogues' },
  { id: 'Bridge', title: 'Bridge' },
  { id: 'MathDial', title: 'MathDial' },
] as const;
type MetricBlockId = (typeof metricBlocks)[number]['id'];

/** Of rates whose desired label is not what the dimension is called after. */
const rateTitles: Readonly<Partial<Record<DimensionId, string>>> = {
  revealing_of_the_answer: 'Not revealing the answer',
  tutor_tone: 'Encouraging tone',
};

function ratesIn(block: MetricBlockId) {
  const usable = 'among all replies with a usable label';
  const nonOffensive = {
    id: 'tutor_tone_non_offensive',
    title: 'Non-offensive tone',
    explain: `Replies whose tone is labelled “Encouraging” or “Neutral” ${usable}.`,
    dimension: 'tutor_tone' as const,
    desired: toneLabels.slice(0, 2),
  };
  const rates = dimensionIds.map((id) => {
    const explain = `Replies labelled exactly “${desiredLabel(id)}” ${usable} (DAMR).`;
    return { id, title: rateTitles[id] ?? rubrics[id].title, explain, dimension: id, desired: [desiredLabel(id)] };
  });
  return [...rates, nonOffensive].map(({ id, dimension, desired, ...metadata }) => {
    return { metadata: { id, block, ...metadata, ...percent, judges: [dimension] }, dimension, desired };
  });
}

type Results = readonly SampleResult<MrSample>[];

export const mrMetrics: readonly MetricDefinition<MrSample>[] = metricBlocks.flatMap(({ id: block }) =>
  ratesIn(block).map(({ metadata, dimension, desired }): MeanMetric<MrSample> => ({
    kind: 'mean',
    ...metadata,
    ...(desired.length > 1 ? { mergesLabels: true } : {}),
    observe: (results) => observe(resultsOf(block, results), dimension, desired),
  })),
);

/** Whether a block has dialogues of a source. With only one source, its block would repeat the overall one. */
function hasSource(block: MetricBlockId, source: string, sources: ReadonlySet<string>): boolean {
  return block === 'all' || (source === block && sources.has('Bridge') && sources.has('MathDial'));
}

function resultsOf(block: MetricBlockId, results: Results): Results {
  const sources = new Set(results.map(({ sample }) => sample.source));
  return results.filter(({ sample }) => hasSource(block, sample.source, sources));
}

/** Records of one dialogue are not independent: each cluster is one observation, weighted by its size. */
function observe(results: Results, dimension: DimensionId, desired: readonly MrLabel[]): readonly Observation[] {
  const clusters = groupedBy(results, ({ sample }) => clusterOf(sample));
  const isClustered = clusters.size < results.length;
  return [...clusters].flatMap(([unit, records]): readonly Observation[] => {
    const shares = records.map((result) => shareOf(result, dimension, desired));
    const value = meanOf(shares);
    const missing = shares.filter((share) => share === undefined).map(() => ({ unit, value: undefined }));
    const weight = shares.length - missing.length;
    return value === undefined ? missing : [{ unit, value, ...(isClustered ? { weight } : {}) }, ...missing];
  });
}

/** Share of desired labels among the trials with a usable label. Trials without a reply have no verdicts. */
function shareOf(
  { repeats }: Results[number],
  dimension: DimensionId,
  desired: readonly MrLabel[],
): number | undefined {
  const labels = repeats
    .filter(({ dialogue }) => dialogue.status === 'complete')
    .map(({ verdicts }) => verdicts.find(({ judge, status }) => judge === dimension && status === 'ok')?.label);
  const { n, hits } = damr(dimension, labels, desired);
  return n === 0 ? undefined : hits / n;
}

/** DAMR of every tutor from people's labels. Leaves out dimensions that the file does not label. */
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
      return own.length === 0 ? [] : blockMetrics(own, block, labelled);
    }),
  }));
}

function blockMetrics(
  replies: readonly { readonly labels: MrLabels }[],
  block: MetricBlockId,
  labelled: readonly DimensionId[],
): readonly MetricValue[] {
  const rates = ratesIn(block).filter(({ dimension }) => labelled.includes(dimension));
  return rates.map(({ metadata, dimension, desired }): MetricValue => {
    const labels = replies.map((reply) => reply.labels[dimension]);
    const { n, hits, excluded, value } = damr(dimension, labels, desired);
    const share = wilsonInterval(hits, n);
    const ci = share && { low: 100 * share.low, high: 100 * share.high, level: share.level };
    return { ...metadata, value, n, excluded, hits, ...(ci === undefined ? {} : { ci, ciMethod: 'wilson' }) };
  });
}
