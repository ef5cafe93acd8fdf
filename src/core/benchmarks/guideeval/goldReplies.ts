import { agreementRatio, averageDeviation, type RatedPair } from '../../statistics/agreement';
import {
  agreedLabel,
  type GoldLabel,
  type GoldReply,
  type RatedDecision,
  type ReliabilityTable,
} from '../../benchmark/goldReply';
import { groupedBy } from '../../benchmark/samples';
import { isAskedIn } from './judges';
import type { GuideEvalSample } from './samples';

/** The judges that give the scores of people, each where it is asked. */
const judges = [
  ['P-Affirm', 'perception'],
  ['P-Redirect', 'perception'],
  ['O-Advance', 'orchestration'],
  ['O-Reconfigure', 'orchestration'],
  ['Elicitation', 'elicitation'],
] as const;

/** The replies that people scored, each once; where several scored one, what more than half of them say. */
export function guideEvalGoldReplies({ state, gold = [] }: GuideEvalSample): readonly GoldReply[] {
  return [...groupedBy(gold, ({ forReply }) => forReply)].flatMap(([reply, scores]) => {
    const labels = judges.flatMap(([judge, key]): readonly GoldLabel[] => {
      const label = agreedLabel(scores.flatMap((score) => score[key] ?? []));
      return label === undefined || !isAskedIn(state, judge) ? [] : [{ judge, unit: 'reply', label }];
    });
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}

/** The judge of question levels against people, for each level that people gave: the paper's Table 3. */
export function guideEvalReliability(rated: readonly RatedDecision[]): readonly ReliabilityTable[] {
  const given = rated.filter(({ dimension }) => dimension === 'Elicitation');
  if (given.length === 0) return [];
  const rows = [0, 1, 2, 3].map((level) => {
    const all = given.filter(({ human }) => human === level);
    const judged = all.flatMap(({ judge }): RatedPair<number>[] => (typeof judge === 'number' ? [[judge, level]] : []));
    // A label without a verdict is a miss of the judge, at no distance that could be told.
    const same = agreementRatio(all.map(({ judge }) => [judge ?? 'none', level])).value;
    return { title: `level ${level}`, cells: [all.length, same, averageDeviation(judged).value] };
  });
  return [
    { id: 'levels', title: 'Elicitation by the level that people gave', columns: ['n', 'agree', 'deviation'], rows },
  ];
}
