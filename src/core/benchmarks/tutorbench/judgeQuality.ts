import { agreementRatio } from '../../statistics/agreement';
import { meanOf } from '../meanOf';

/** One criterion of one reply, rated by the judge and by people; true is met. */
export interface DoublyRated {
  readonly weight?: number;
  readonly judge: boolean | undefined;
  readonly humans: readonly boolean[];
}

/** What more than half of the people say; undefined for a tie and for nobody. */
export function majorityOf(humans: readonly boolean[]): boolean | undefined {
  const yes = humans.filter(Boolean).length;
  if (2 * yes === humans.length) return undefined;
  return 2 * yes > humans.length;
}

/** Only the criteria of weight 5 and -5, as the paper's F1 takes them. */
export function criticalOnly<T extends { readonly weight?: number }>(items: readonly T[]): readonly T[] {
  return items.filter(({ weight }) => Math.abs(weight ?? 0) === 5);
}

/**
 * F1 of the judge against the people's majority, positive class “met”, 0..1. Criteria without a judge's verdict or a majority are
 * left out; undefined when neither side has a positive.
 */
export function f1VsMajority(items: readonly DoublyRated[]): number | undefined {
  let hits = 0;
  let positives = 0;
  for (const { judge, humans } of items) {
    const majority = majorityOf(humans);
    if (judge === undefined || majority === undefined) continue;
    if (judge && majority) hits += 1;
    positives += Number(judge) + Number(majority);
  }
  return positives === 0 ? undefined : (2 * hits) / positives;
}

/** How often the judge says what a person says, over all single ratings of people, 0..1. */
export function judgeAgreement(items: readonly DoublyRated[]): number | undefined {
  return agreementRatio(items.flatMap(({ judge, humans }) => humans.map((human) => [judge, human] as const))).value;
}

/** Agreement of every rater with the others who rated the same criteria, and its mean over raters, 0..1. */
export interface HumanAgreement {
  readonly perRater: Readonly<Record<string, number>>;
  readonly mean: number | undefined;
}

/** `items`: for each criterion the ratings by rater. A rater who never shared a criterion has no figure. */
export function humanAgreement(items: readonly Readonly<Record<string, boolean>>[]): HumanAgreement {
  const counts = new Map<string, { same: number; of: number }>();
  for (const item of items) {
    const ratings = Object.entries(item);
    for (const [rater, rating] of ratings) {
      const count = counts.get(rater) ?? { same: 0, of: 0 };
      counts.set(rater, count);
      count.of += ratings.length - 1;
      count.same += ratings.filter(([other, theirs]) => other !== rater && theirs === rating).length;
    }
  }
  const shares = [...counts].flatMap(([rater, { same, of }]) => (of === 0 ? [] : [[rater, same / of] as const]));
  const mean = meanOf(shares.map(([, share]) => share));
  return { perRater: Object.fromEntries(shares), mean };
}
