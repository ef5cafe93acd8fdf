import { agreementRatio, type RatedPair } from '../../statistics/agreement';
import { stratifiedKappa } from '../../statistics/kappa';
import type { GoldLabel, GoldReply, RatedDecision, ReliabilityTable } from '../../benchmark/goldReply';
import type { MetricMetadata } from '../../benchmark/metric';
import { dimensionIds, type MrLabel } from './labels';
import type { MrSample } from './samples';

export function mrGoldReplies({ references }: MrSample): readonly GoldReply[] {
  return Object.entries(references).flatMap(([tutor, { response, labels }]) => {
    const given = dimensionIds.flatMap((judge): GoldLabel[] => {
      const label = labels[judge];
      return label === undefined ? [] : [{ judge, unit: 'reply', label }];
    });
    return given.length === 0 ? [] : [{ tutor, replies: [response], labels: given }];
  });
}

export function mrReliability(
  rated: readonly RatedDecision[],
  samples: ReadonlyMap<string, MrSample>,
): readonly ReliabilityTable[] {
  const rows = dimensionIds.flatMap((dimension) => {
    const pairs = rated.flatMap(({ dimension: of, sampleId, tutor }): RatedPair<MrLabel>[] => {
      const { labels, secondAnnotator } = samples.get(sampleId)?.references[tutor] ?? {};
      const [first, second] = [labels?.[dimension], secondAnnotator?.[dimension]];
      return of !== dimension || first === undefined || second === undefined ? [] : [[second, first]];
    });
    const { n, value } = agreementRatio(pairs);
    const seen = [...new Set(pairs.flat())];
    const coded = pairs.map((pair) => [0, ...pair.map((label) => seen.indexOf(label))]);
    return n === 0 ? [] : [{ title: dimension, cells: [n, value, stratifiedKappa(coded, { labels: seen.length })] }];
  });
  if (rows.length === 0) return [];
  return [{ id: 'annotators', title: 'Two people with each other', columns: ['n', 'agree', 'kappa'], rows }];
}

export function checkedOnOther({ block = 'all' }: Pick<MetricMetadata, 'block'>): string | undefined {
  return block === 'all' ? undefined : 'measured on replies from both sources, but this score is for one source';
}
