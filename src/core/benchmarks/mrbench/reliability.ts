import { agreementRatio, cohenKappa, type RatedPair } from '../../statistics/agreement';
import type { RatedDecision, ReliabilityTable } from '../reliability';
import { dimensionIds, type MrLabel } from './labels';
import type { MrSample } from './samples';

/** How far two people agree on the labelled replies, where the data have a second annotator. */
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
