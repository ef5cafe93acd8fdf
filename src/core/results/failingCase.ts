import type { RunSession } from '../run/runSession';
import { CaseReader } from './caseDetail';
import type { CaseDetail, CaseVerdict, FailureGroup } from './reportModel';

/** A failing case at the turn where it fails. All texts are untrusted. */
export interface FailingCase {
  readonly student: string;
  readonly reply: string;
  /** The judge's label and reason; the reason may be empty. */
  readonly label: string;
  readonly reason: string;
  readonly judge: string;
}

/** `undefined` if the run has no such case, or if the case does not fail in this respect. */
export function failingCase(
  session: RunSession,
  { failure }: Pick<FailureGroup, 'failure'>,
  caseId: string,
): FailingCase | undefined {
  const item = session.items.find(({ key }) => key === caseId);
  if (item === undefined) return undefined;
  const detail = new CaseReader(session).lone(item);
  const verdict = detail.verdicts.find(
    (one) => one.outcome === 'undesired' && item.benchmark.aspectOf?.(one, item.sample)?.failure === failure,
  );
  return verdict && shownFailure(detail, verdict);
}

export function shownFailure({ turns }: Pick<CaseDetail, 'turns'>, verdict: CaseVerdict): FailingCase {
  const last = Math.max(...turns.map(({ turn = 0 }) => turn));
  const at = (role: 'pivot' | 'reply'): string =>
    turns.find((one) => one.role === role && one.turn === (verdict.turn ?? last))?.text ?? '';
  const { label, reasoning = '', criterion, judgeTitle, judgeModel } = verdict;
  return {
    student: at('pivot'),
    reply: at('reply'),
    label: `${criterion ?? judgeTitle}: ${label}`,
    reason: reasoning,
    judge: judgeModel,
  };
}
