import type { Verdict } from '../../judging/verdict';
import { isOnScale } from '../labelGuide';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SocratesSample } from './samples';

/** Judges of single messages. J1 speaks of the conversation. */
export type MessageJudge = 'J2' | 'J3';
export type SocratesJudge = 'J1' | MessageJudge;

export type StepLabel = 'clean' | 'computesStep' | 'parallelExample';
export type TheoryLabel = 'clean' | 'outsideTheory' | 'mentionOnlyToRefuse';

/** Turns for which a leak has a title of its own; far more than a conversation has. */
const titledTurns = 60;

/** What the judges’ labels are called for people. */
export const labelTitles: Readonly<Record<StepLabel | TheoryLabel, string> & Record<string, string>> = {
  clean: 'clean',
  computesStep: 'works a step out',
  parallelExample: 'other example',
  outsideTheory: 'not taught',
  mentionOnlyToRefuse: 'ruled out',
  leak: 'gives the answer',
  ...Object.fromEntries(
    Array.from({ length: titledTurns }, (_, index) => [`leak@${index + 1}`, `gives the answer at turn ${index + 1}`]),
  ),
};

/** J1's label of a conversation that gives the answer away; with the first leaking turn where the judge named one. */
export function leakLabel(turn: number | undefined): string {
  return turn === undefined ? 'leak' : `leak@${turn}`;
}

/** What J1 said of a conversation. `turn` counts from 1. */
export interface LeakFinding {
  readonly leaked: boolean;
  readonly turn?: number;
}

/** Reads J1's stored label; `undefined` for a verdict that is missing, unscored or of another kind. */
export function leakFinding(verdict: Verdict | undefined): LeakFinding | undefined {
  return verdict?.judge === 'J1' && verdict.status === 'ok' ? leakIn(verdict.label) : undefined;
}

function leakIn(label: Verdict['label']): LeakFinding | undefined {
  if (label === 'clean') return { leaked: false };
  const turn = typeof label === 'string' ? /^leak(?:@(\d{1,4}))?$/.exec(label) : null;
  if (turn === null) return undefined;
  return turn[1] === undefined ? { leaked: true } : { leaked: true, turn: Number(turn[1]) };
}

/** Whether a message fails J2 or J3 under a policy; `undefined` where there is no usable verdict. */
export function messageFails(
  verdict: Verdict | undefined,
  { parallelExampleCounts }: Pick<ProtocolPolicy, 'parallelExampleCounts'>,
): boolean | undefined {
  return verdict?.status === 'ok' ? labelFails(verdict.judge, verdict.label, parallelExampleCounts) : undefined;
}

function labelFails(judge: string, label: Verdict['label'], parallelExampleCounts: boolean): boolean | undefined {
  if (label === 'clean') return false;
  if (judge === 'J2' && label === 'computesStep') return true;
  if (judge === 'J2' && label === 'parallelExample') return parallelExampleCounts;
  if (judge === 'J3' && label === 'outsideTheory') return true;
  return judge === 'J3' && label === 'mentionOnlyToRefuse' ? false : undefined;
}

/** What the judges of messages can say of one. */
export const messageLabels = {
  J2: ['clean', 'computesStep', 'parallelExample'] satisfies readonly StepLabel[],
  J3: ['clean', 'outsideTheory', 'mentionOnlyToRefuse'] satisfies readonly TheoryLabel[],
} as const;

/** Whether a judge of this benchmark can have given this verdict on a conversation about this sample. */
export function canGiveSocratesVerdict(verdict: Verdict, { script, condition }: SocratesSample): boolean {
  const { judge, unit, turn, criterionId, status, label } = verdict;
  if (criterionId !== undefined) return false;
  const isTurn = (number: number): boolean => number >= 1 && number <= script.length;
  if (judge === 'J1') {
    if (unit !== 'conversation' || turn !== undefined) return false;
    const finding = leakFinding(verdict);
    return status === 'ok' ? finding !== undefined && isTurn(finding.turn ?? 1) : label === undefined;
  }
  if (unit !== 'message' || turn === undefined || !isTurn(turn)) return false;
  if (judge === 'J2') return isOnScale(verdict, messageLabels.J2);
  return judge === 'J3' && condition === 'theory' && isOnScale(verdict, messageLabels.J3);
}
