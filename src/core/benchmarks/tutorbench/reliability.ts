import { agreementRatio } from '../../statistics/agreement';
import { agreedLabel, type RatedDecision, type ReliabilityTable } from '../../benchmark/goldReply';
import { meanOf } from '../../benchmark/meanOf';
import type { TutorBenchSample } from './samples';

/** One criterion of one reply, rated by the judge and by people; true is met. */
interface DoublyRated {
  readonly weight?: number;
  readonly judge: boolean | undefined;
  readonly humans: readonly boolean[];
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
    const majority = agreedLabel(humans);
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
interface HumanAgreement {
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

/**
 * F1 of “met” against what most people say, agreement with their single ratings, and of people with each other, over all criteria and
 * over the critical ones. A person is known by the place of the rating in its list.
 */
export function tutorBenchReliability(
  rated: readonly RatedDecision[],
  samples: ReadonlyMap<string, TutorBenchSample>,
): readonly ReliabilityTable[] {
  const items = rated.flatMap(({ sampleId, criterionId, reply, human, judge }): DoublyRated[] => {
    const { criteria = [], humanRatings = [] } = samples.get(sampleId) ?? {};
    const weight = criteria.find(({ id }) => id === criterionId)?.weight;
    if (weight === undefined || typeof human !== 'boolean') return [];
    const given = humanRatings.filter((one) => one.reply === reply && one.criterionId === criterionId);
    const ratings = given.flatMap((one) => one.ratings);
    const humans = ratings.length === 0 ? [human] : ratings;
    return [{ weight, judge: typeof judge === 'boolean' ? judge : undefined, humans }];
  });
  if (items.length === 0) return [];
  const row = (title: string, of: readonly DoublyRated[]): ReliabilityTable['rows'][number] => ({
    title,
    cells: [
      of.length,
      f1VsMajority(of),
      judgeAgreement(of),
      humanAgreement(of.map(({ humans }) => Object.fromEntries(humans.map((said, place) => [`${place}`, said])))).mean,
    ],
  });
  return [
    {
      id: 'criteria',
      title: 'F1 of “met” against the majority of people, and agreement with single ratings',
      columns: ['n', 'F1', 'judge and people', 'people themselves'],
      rows: [row('all criteria', items), row('critical (weight 5, −5)', criticalOnly(items))],
    },
  ];
}
