import type { MetricHead } from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import { dimensionIds } from './labels';
import { rubrics } from './rubrics';

/**
 * Judges are checked on replies to all dialogues, and the learned one with the worked solution where its dimension may see it. A model that
 * is not shown the solution has another version instead.
 */
export function checkedOnOther(
  { block = 'all' }: Pick<MetricHead, 'block'>,
  { dimension, isLearned }: { readonly dimension: string; readonly isLearned: boolean },
  { groundTruthToJudge }: ProtocolPolicy,
): string | undefined {
  const seesSolution = dimensionIds.some((id) => id === dimension && rubrics[id].seesSolution);
  if (isLearned && seesSolution && !groundTruthToJudge) {
    return 'measured with the worked solution in sight, which this run keeps from it';
  }
  return block === 'all' ? undefined : 'measured on replies of both sources together, this score is of one';
}
