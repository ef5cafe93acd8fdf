import { agreedLabel } from '../agreedLabel';
import type { GoldLabel, GoldReply } from '../goldReply';
import { groupedBy } from './groupedBy';
import type { GuideEvalSample, GuideEvalState } from './samples';

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
