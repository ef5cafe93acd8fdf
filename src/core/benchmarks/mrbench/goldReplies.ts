import { agreementRatio, cohenKappa, type RatedPair } from '../../statistics/agreement';
import type { GoldLabel, GoldReply, RatedDecision, ReliabilityTable } from '../../benchmark/goldReply';
import type { MetricMetadata } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { dimensionIds, type MrLabel } from './labels';
import { mrChoice } from './policies';
import { rubrics } from './rubrics';
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
    return n === 0 ? [] : [{ title: dimension, cells: [n, value, cohenKappa(pairs)] }];
  });
  if (rows.length === 0) return [];
  return [{ id: 'annotators', title: 'Two people with each other', columns: ['n', 'agree', 'kappa'], rows }];
}

/** The learned judge was checked with the worked solution for dimensions that may see it. */
export function checkedOnOther(
  { block = 'all' }: Pick<MetricMetadata, 'block'>,
  { dimension, isLearned }: { readonly dimension: string; readonly isLearned: boolean },
  policy: ProtocolPolicy,
): string | undefined {
  const seesSolution = dimensionIds.some((id) => id === dimension && rubrics[id].seesSolution);
  if (isLearned && seesSolution && !mrChoice(policy, 'groundTruthToJudge')) {
    return 'measured with the worked solution in sight, which this run hides from it';
  }
  return block === 'all' ? undefined : 'measured on replies from both sources, but this score is for one source';
}
