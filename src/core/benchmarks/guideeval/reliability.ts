import { agreementRatio, averageDeviation, type RatedPair } from '../../statistics/agreement';
import type { RatedDecision, ReliabilityTable } from '../reliability';

const elicitation = 'Elicitation';
const levels = [0, 1, 2, 3] as const;

/** The judge of question levels against people, for each level that people gave: the paper's Table 3. */
export function guideEvalReliability(rated: readonly RatedDecision[]): readonly ReliabilityTable[] {
  const given = rated.filter(({ dimension }) => dimension === elicitation);
  if (given.length === 0) return [];
  const rows = levels.map((level) => {
    const all = given.filter(({ human }) => human === level);
    const judged = all.flatMap(({ judge }): RatedPair<number>[] => (typeof judge === 'number' ? [[judge, level]] : []));
    // A label without a verdict is a miss of the judge, at no distance that could be told.
    const same = agreementRatio(all.map(({ judge }) => [judge ?? 'none', level])).value;
    return { title: `level ${level}`, cells: [all.length, same, averageDeviation(judged).value] };
  });
  const title = `${elicitation} by the level that people gave`;
  return [{ id: 'levels', title, columns: ['n', 'agree', 'deviation'], rows }];
}
