import type { TrustCard } from '../store/trustCard';
import { judgeStanding, type JudgeStanding, type StandingFigures } from './judgeStanding';

/** The figures of a card that trust goes by: those within tutors where its labels name several, else those over all labels. */
export function trustFigures(card: TrustCard): StandingFigures {
  const { n, failed, clusters, agreement, kappa, kappaCi, macroF1, majority } = { ...card, ...card.within };
  const { tutors, withoutOne } = card.within ?? {};
  return {
    n,
    failed,
    clusters,
    agreement: agreement ?? undefined,
    kappa: kappa ?? undefined,
    kappaCi: kappaCi ?? undefined,
    macroF1: macroF1 ?? undefined,
    majority: majority ?? undefined,
    ...(tutors === undefined ? {} : { tutors }),
    ...(withoutOne === undefined || withoutOne === null
      ? {}
      : {
          withoutOne: {
            tutor: withoutOne.tutor,
            kappa: withoutOne.kappa ?? undefined,
            kappaCi: withoutOne.kappaCi ?? undefined,
          },
        }),
  };
}

/** What a trust card's figures come to, whosever labels they are. */
export function standingOfCard(card: TrustCard): JudgeStanding {
  return judgeStanding(trustFigures(card));
}
