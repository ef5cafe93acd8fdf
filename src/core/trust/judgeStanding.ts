import type { TrustCard } from '../benchmark/trustCard';
import type { BeatenFigures } from '../results/trustModel';
import { leastGold } from '../statistics/kappa';
import { type AgreementFigures, beatsMajority } from './beatsMajority';
import { leastOfTutor } from './withinTutors';

/** The figures that a judge's standing hangs on. */
interface StandingFigures extends AgreementFigures {
  readonly n: number;
  readonly failed: number;
  /** Dialogues or problems that the labels come from. */
  readonly clusters: number;
  /** Where the figures are those within tutors: the tutors with labels enough. */
  readonly tutors?: readonly unknown[];
}

/**
 * What a check comes to; `reason` is half a sentence for people. `few`: too few labels to tell, for good or for bad. `beaten`: no better than always
 * saying the commonest label.
 */
type JudgeStanding =
  | { readonly kind: 'checked'; readonly beats: BeatenFigures }
  | { readonly kind: 'beaten'; readonly reason: string }
  | { readonly kind: 'few'; readonly reason: string };

/**
 * Whether a check has labels enough to say anything, and then whether the judge is worth asking: by the figures `within` tutors where they
 * are there, else by those over all labels.
 */
export function judgeStanding(all: StandingFigures, within?: StandingFigures): JudgeStanding {
  const figures = within ?? all;
  const reason = tooFew(all) ?? tooFew(figures);
  if (reason !== undefined) return { kind: 'few', reason };
  const answer = beatsMajority(figures);
  return answer.kind === 'beats' ? { kind: 'checked', beats: answer.beats } : { kind: 'beaten', reason: answer.reason };
}

function tooFew({ n, failed, clusters, majority, tutors }: StandingFigures): string | undefined {
  const usable = n - failed;
  if (usable < leastGold.labels) {
    const what = failed === 0 ? 'labels' : 'labels with a usable verdict';
    const of = tutors === undefined ? '' : ` of tutors with at least ${leastOfTutor}`;
    return `${usable} ${what}${of}, and at least ${leastGold.labels} are needed to tell`;
  }
  if (clusters < leastGold.clusters) {
    return `labels from ${clusters} dialogues or problems, and at least ${leastGold.clusters} are needed to tell`;
  }
  // Cards keep the share of the commonest label, of which a count is the nearest whole number.
  const uncommon = majority === undefined ? 0 : n - Math.round(n * majority.agreement);
  if (uncommon >= leastGold.uncommon) return undefined;
  const commonest = tutors === undefined ? 'the commonest' : 'their tutor’s commonest';
  return `${uncommon} labels other than ${commonest}, and at least ${leastGold.uncommon} are needed to tell`;
}

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
