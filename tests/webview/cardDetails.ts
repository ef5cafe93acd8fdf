import type { DisagreementView, JudgeCardDetail } from '../../src/core/report/judgesViewModel';
import { confusionOf } from './judgedRows';
import { handLabelled, judged } from './judgesViews';

const replies = [
  {
    quote: 'They need 70 / 24 = 2.92 boxes, so three boxes.',
    reply: 'You are close! Think about how many pencils are in **one** box: $24 \\div 3$. What do you get?',
    judgeReason: 'The reply asks the student to look at the number of pencils in a box again.',
  },
  {
    quote: 'I added 1/2 and 1/3 and got 2/5.',
    reply: 'Let us look at it together. What must two fractions have before we may add them?',
    judgeReason: 'It asks for the common denominator, which is the step that went wrong.',
  },
  {
    quote: 'So x is 4.',
    reply: 'Very good! Shall we go on to the next exercise?',
    judgeReason: 'It praises the result and names nothing in it.',
  },
] as const;

/** People and judge at opposite ends, as 36 of `judged` for the place of a mistake are. */
function disagreement(count: number): DisagreementView {
  const one = replies[count % replies.length]!;
  const isPraise = one === replies[2];
  return {
    ...one,
    tutor: ['Phi3', 'Sonnet', 'Mistral'][count % 3]!,
    human: isPraise ? 'Yes' : 'No',
    judge: isPraise ? 'No' : 'Yes',
    labelledBy: [],
  };
}

/** The opened card of the place of a mistake, with more disagreements than are sent. */
export const cardDetail: JudgeCardDetail = {
  confusion: confusionOf(judged[1]!),
  disagreements: { total: 226, listed: Array.from({ length: 24 }, (_, place) => disagreement(place)) },
};

/** The opened card of coherence, whose run is gone. */
export const beatenDetail: JudgeCardDetail = {
  confusion: confusionOf(judged[5]!),
  problem: 'The calibration run 20260304-050607-abcd was deleted, and its replies with it.',
};

/** The opened card of labels given by hand, with who gave them and why. */
export const handLabelDetail: JudgeCardDetail = {
  confusion: confusionOf(handLabelled),
  disagreements: {
    total: 9,
    listed: Array.from({ length: 9 }, (_, place) => ({
      ...disagreement(0),
      ...handLabel(place),
      labelledBy: ['Ada'],
    })),
  },
};

/** The disagreements of `handLabelled`, the widest apart first. */
function handLabel(place: number): Pick<DisagreementView, 'human' | 'judge' | 'humanReason'> {
  const [human, judge] = [
    ['No', 'Yes'],
    ['Yes', 'No'],
    ['Yes', 'To some extent'],
    ['Yes', 'To some extent'],
    ['To some extent', 'Yes'],
    ['To some extent', 'Yes'],
    ['To some extent', 'No'],
    ['No', 'To some extent'],
    ['No', 'To some extent'],
  ][place]!;
  return { human: human!, judge: judge!, humanReason: 'It praises and leaves the student where they were.' };
}
