import type { TrustCard } from '../store/trustCard';
import { judgeStanding, type JudgeStanding } from './judgeStanding';

/** What a trust card's figures come to, whosever labels they are. */
export function standingOfCard({
  n,
  failed,
  clusters,
  agreement,
  kappa,
  kappaCi,
  macroF1,
  majority,
}: TrustCard): JudgeStanding {
  return judgeStanding({
    n,
    failed,
    clusters,
    agreement: agreement ?? undefined,
    kappa: kappa ?? undefined,
    kappaCi: kappaCi ?? undefined,
    macroF1: macroF1 ?? undefined,
    majority: majority ?? undefined,
  });
}
