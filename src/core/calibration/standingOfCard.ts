import type { TrustCard } from '../store/trustCard';
import { judgeStanding, type JudgeStanding, type StandingFigures } from './judgeStanding';

type Figures = Pick<TrustCard, 'n' | 'failed' | 'clusters' | 'agreement' | 'kappa' | 'kappaCi' | 'macroF1'> & {
  readonly majority: NonNullable<StandingFigures['majority']> | null;
};

/** The figures of a card that trust goes by: those within tutors where its labels name several, else those over all labels. */
export function trustFigures(card: TrustCard): StandingFigures {
  return withinFigures(card) ?? figuresOf(card);
}

/** What a trust card's figures come to, whosever labels they are. */
export function standingOfCard(card: TrustCard): JudgeStanding {
  return judgeStanding(figuresOf(card), withinFigures(card));
}

function withinFigures({ within }: TrustCard): StandingFigures | undefined {
  if (within === undefined) return undefined;
  const { tutors, withoutOne } = within;
  const figures = { ...figuresOf(within), tutors };
  if (withoutOne === null) return figures;
  const { tutor, kappa, kappaCi } = withoutOne;
  return { ...figures, withoutOne: { tutor, kappa: kappa ?? undefined, kappaCi: kappaCi ?? undefined } };
}

function figuresOf({ n, failed, clusters, agreement, kappa, kappaCi, macroF1, majority }: Figures): StandingFigures {
  return {
    n,
    failed,
    clusters,
    agreement: agreement ?? undefined,
    kappa: kappa ?? undefined,
    kappaCi: kappaCi ?? undefined,
    macroF1: macroF1 ?? undefined,
    majority: majority ?? undefined,
  };
}
