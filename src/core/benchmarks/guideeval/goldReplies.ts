import { agreedLabel, type GoldLabel, type GoldReply, type RatedDecision, type ReliabilityTable } from '../goldReply';
import { groupedBy, type GuideEvalSample, type GuideEvalState } from './samples';
import { agreementRatio, averageDeviation } from '../../statistics/agreement';
import type { RatedPair } from '../../statistics/ratedPair';

const perceptionJudges: Readonly<Record<GuideEvalState, string | undefined>> = {
  accurate: 'P-Affirm',
  erroneous: 'P-Redirect',
  comprehension: undefined,
  confusion: undefined,
};

const orchestrationJudges: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'O-Advance',
  comprehension: 'O-Advance',
  erroneous: 'O-Reconfigure',
  confusion: 'O-Reconfigure',
};

/** The replies that people scored, each once; where several scored one, what more than half of them say. */
export function guideEvalGoldReplies({ state, gold = [] }: GuideEvalSample): readonly GoldReply[] {
  return [...groupedBy(gold, ({ forReply }) => forReply)].flatMap(([reply, scores]) => {
    const labels = [
      ...labelOf(
        perceptionJudges[state],
        scores.map(({ perception }) => perception),
      ),
      ...labelOf(
        orchestrationJudges[state],
        scores.map(({ orchestration }) => orchestration),
      ),
      ...labelOf(
        'Elicitation',
        scores.map(({ elicitation }) => elicitation),
      ),
    ];
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}

function labelOf(judge: string | undefined, scores: readonly (number | undefined)[]): readonly GoldLabel[] {
  const label = agreedLabel(scores.flatMap((score) => score ?? []));
  return judge === undefined || label === undefined ? [] : [{ judge, unit: 'reply', label }];
}

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
