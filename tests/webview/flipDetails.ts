import type { FlipDetail, TurnDiff } from '../../src/core/report/comparisonViewModel';
import type { CaseDetail, CaseTurn, CaseVerdict } from '../../src/core/results/reportModel';
import { flippedCase } from './comparisonViews';
import { caseDetails } from './panelStates';

const sampleCase = caseDetails[flippedCase]!;

/** The case with another reply, and what the judge of wrong answers says of it. */
function withReply(detail: CaseDetail, text: string, verdict: Partial<CaseVerdict>): CaseDetail {
  return {
    ...detail,
    verdicts: detail.verdicts.map((one) => (one.judge === 'P-Redirect' ? { ...one, ...verdict } : one)),
    turns: detail.turns.map((turn): CaseTurn => (turn.role === 'reply' ? { ...turn, text } : turn)),
  };
}

const segments: TurnDiff['segments'] = [
  { kind: 'same', text: 'You have 18 euro. ' },
  { kind: 'removed', text: 'Try again.' },
  { kind: 'added', text: 'If 4 of the 18 euro are the fee, what is left?' },
];

/** One flip opened; one reply each. */
export const flipDetail: FlipDetail = {
  before: withReply(sampleCase, 'You have 18 euro. Try again.', {
    reasoning: 'It asks for another try, which says that this one was wrong.',
    evidence: 'Try again.',
  }),
  after: withReply(sampleCase, 'You have 18 euro. If 4 of the 18 euro are the fee, what is left?', {
    label: '0',
    outcome: 'undesired',
    reasoning: 'The reply goes on without a word on the wrong answer.',
    evidence: undefined,
  }),
  turns: [{ turn: 1, segments }],
};

function conversation(word: string): CaseDetail {
  const turns = Array.from({ length: 4 }, (_, index): readonly CaseTurn[] => [
    { speaker: 'student', text: `Question ${String(index + 1)}?`, role: 'pivot', turn: index + 1, images: [] },
    { speaker: 'tutor', text: `${word} answer ${String(index + 1)}.`, role: 'reply', turn: index + 1, images: [] },
  ]).flat();
  return { ...sampleCase, turns, sibling: undefined };
}

/** A flip of a conversation of four turns, as SocratesBench has them. */
export const turnByTurn: FlipDetail = {
  before: conversation('First'),
  after: conversation('Second'),
  turns: Array.from({ length: 4 }, (_, index) => ({
    turn: index + 1,
    segments: [
      { kind: 'removed', text: 'First' },
      { kind: 'added', text: 'Second' },
      { kind: 'same', text: ` answer ${String(index + 1)}.` },
    ],
  })),
};
