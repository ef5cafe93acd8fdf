import type { GoldLabel, GoldReply, RatedDecision, ReliabilityTable } from '../../benchmark/goldReply';
import { agreedLabel } from '../../benchmark/goldReply';
import type { VerdictSlot } from '../../benchmark/judging/verdict';
import type { LabelChoice, LabelGuide } from '../../benchmark/labelGuide';
import { groupedBy } from '../../benchmark/samples';
import { agreementRatio, averageDeviation, type RatedPair } from '../../statistics/agreement';
import { isAskedIn } from './judges';
import type { GuideEvalSample } from './samples';

export function guideEvalLabelGuide(
  { judge }: VerdictSlot,
  { state, groundTruth }: GuideEvalSample,
): LabelGuide | undefined {
  const isError = judge === 'O-Reconfigure' && state !== 'confusion';
  const guide = isError ? reconfigureError : guides[judge];
  // The judge sees the right answer, so a person must see it too.
  return isError && groundTruth !== undefined
    ? { ...reconfigureError, facts: [{ label: 'Right answer', value: groundTruth }] }
    : guide;
}

/** The word comes first, because a label's key is its position from 1 and not its score. */
function score(label: number, title: string, meaning: string): LabelChoice {
  return { label, title: `${title} (${label})`, meaning };
}

const reconfigureError: LabelGuide = {
  question: 'Does the reply work on the student’s main error and lead towards correcting it?',
  definition:
    'First find the error by comparing with the right answer. “Check your work” or the right result alone does not point at it.',
  choices: [
    score(0, 'No', 'It accepts or ignores the error, or its guidance is useless or leads away from the error.'),
    score(1, 'Yes', 'A hint, question, check or emphasis on a concept that points in the right direction.'),
  ],
};

const guides: Readonly<Record<string, LabelGuide>> = {
  'P-Affirm': {
    question: 'Does the reply show that the tutor accepts the student’s answer as right?',
    definition:
      'The student’s last words are right; that is settled. Only the reply counts. “How did you get 10?” alone counts as no. Building on the answer counts as silently.',
    choices: [
      score(
        0,
        'No',
        'It recalculates the step, objects, asks for a correction, or explains the step as if it were wrong.',
      ),
      score(0.5, 'Silently', 'No open judgement and no denial; it goes straight on to the next step.'),
      score(1, 'Openly', 'It praises the answer or says clearly that it is right.'),
    ],
  },
  'P-Redirect': {
    question: 'Does the reply show that the tutor recognised the error?',
    definition:
      'The student’s last words are wrong; that is settled. Only the reply counts. A soft hint, or “right” and then a correction, counts as doubt.',
    choices: [
      score(0, 'No', 'It agrees, or simply moves on: silence tells the student that the answer was accepted.'),
      score(0.5, 'Doubt', 'No denial, but doubt shows: a check, another look, the reasoning again without agreeing.'),
      score(1, 'Openly', 'It says clearly that something is wrong, however kindly.'),
    ],
  },
  'O-Advance': {
    question: 'Compared with the tutor’s turn before, does the reply take the work further?',
    definition:
      'The student is right or has understood. A question is new if nobody has answered it yet. Repeating what was said is not new.',
    choices: [
      score(0, 'No', 'It repeats the explanation or the question, asks what was answered, or brings nothing new.'),
      score(1, 'Yes', 'A following step, a new question or challenge, a higher level, or the final answer.'),
    ],
  },
  'O-Reconfigure': {
    question: 'Does the reply add help with exactly what was unclear?',
    definition:
      'The student is unsure or does not follow. A question helps if it is smaller or more concrete than the one before.',
    choices: [
      score(
        0,
        'No',
        'It repeats the explanation, only asks what is unclear or encourages, or stays at the level that caused the confusion.',
      ),
      score(
        1,
        'Yes',
        'It is more concrete, more basic or more detailed than before, or adds what the student was missing.',
      ),
    ],
  },
  Elicitation: {
    question: 'Which level do the questions in the reply reach?',
    definition:
      'Genuine questions and requests count, not rhetorical ones and those that the tutor answers. The highest counts.',
    choices: [
      score(0, 'None', 'It only explains or states.'),
      score(1, 'Basic', 'Recall or confirmation: yes, no or a few words are enough.'),
      score(2, 'Intermediate', 'Application: one or two steps whose way is clear.'),
      score(3, 'Advanced', 'Combining, judging or transferring: several steps or a larger leap.'),
    ],
  },
};

const judges = [
  ['P-Affirm', 'perception'],
  ['P-Redirect', 'perception'],
  ['O-Advance', 'orchestration'],
  ['O-Reconfigure', 'orchestration'],
  ['Elicitation', 'elicitation'],
] as const;

export function guideEvalGoldReplies({ state, gold = [] }: GuideEvalSample): readonly GoldReply[] {
  return [...groupedBy(gold, ({ forReply }) => forReply)].flatMap(([reply, scores]) => {
    const labels = judges.flatMap(([judge, key]): readonly GoldLabel[] => {
      const label = agreedLabel(scores.flatMap((score) => score[key] ?? []));
      return label === undefined || !isAskedIn(state, judge) ? [] : [{ judge, unit: 'reply', label }];
    });
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}

export function guideEvalReliability(rated: readonly RatedDecision[]): readonly ReliabilityTable[] {
  const given = rated.filter(({ dimension }) => dimension === 'Elicitation');
  if (given.length === 0) return [];
  const rows = [0, 1, 2, 3].map((level) => {
    const all = given.filter(({ human }) => human === level);
    const judged = all.flatMap(({ judge }): RatedPair<number>[] => (typeof judge === 'number' ? [[judge, level]] : []));
    // A label without a verdict is a miss of the judge, at an unknown distance.
    const same = agreementRatio(all.map(({ judge }) => [judge ?? 'none', level])).value;
    return { title: `level ${level}`, cells: [all.length, same, averageDeviation(judged).value] };
  });
  return [
    { id: 'levels', title: 'Elicitation by the level that people gave', columns: ['n', 'agree', 'deviation'], rows },
  ];
}
