import { metricName } from '../benchmark/aims';
import type { RunSession } from '../run/runSession';
import { loneCase } from './caseDetail';
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
  { failure, cited }: Pick<FailureGroup, 'failure'> & { readonly cited?: string },
  caseId: string,
): FailingCase | undefined {
  const item = session.items.find(({ key }) => key === caseId);
  if (item === undefined) return undefined;
  const detail = loneCase(session, item);
  const { benchmark, sample } = item;
  const metric = benchmark.metrics.find((one) => metricName(benchmark.id, one) === cited);
  const verdict = detail.verdicts.find((one) => {
    const isMeant = metric?.judges.includes(one.judge) ?? benchmark.aspectOf?.(one, sample)?.failure === failure;
    return one.outcome === 'undesired' && isMeant;
  });
  return verdict && shownFailure(detail, verdict);
}

/** The turn that a verdict is about: the last one if it is about the whole conversation. */
export function failingTurn({ turns }: Pick<CaseDetail, 'turns'>, { turn }: CaseVerdict): number {
  return turn ?? Math.max(...turns.map((one) => one.turn ?? 0));
}

export function shownFailure(detail: Pick<CaseDetail, 'turns'>, verdict: CaseVerdict): FailingCase {
  const turn = failingTurn(detail, verdict);
  const at = (role: 'pivot' | 'reply'): string =>
    detail.turns.find((one) => one.role === role && one.turn === turn)?.text ?? '';
  const { label, reasoning = '', criterion, judgeTitle, judgeModel } = verdict;
  return {
    student: at('pivot'),
    reply: at('reply'),
    label: `${criterion ?? judgeTitle}: ${label}`,
    reason: reasoning,
    judge: judgeModel,
  };
}
