import type { GoldLabel, GoldReply, RatedDecision, ReliabilityTable } from '../../benchmark/goldReply';
import { agreedLabel } from '../../benchmark/goldReply';
import { meanOf } from '../../benchmark/metric';
import { groupedBy } from '../../benchmark/samples';
import { agreementRatio } from '../../statistics/agreement';
import { judgeId } from './judges';
import type { TutorBenchSample } from './samples';

export function tutorBenchGoldReplies({ criteria, humanRatings }: TutorBenchSample): readonly GoldReply[] {
  const known = new Set(criteria.map(({ id }) => id));
  const rated = humanRatings.filter(({ criterionId }) => known.has(criterionId));
  return [...groupedBy(rated, ({ reply }) => reply)].flatMap(([reply, own]) => {
    const labels = [...groupedBy(own, ({ criterionId }) => criterionId)].flatMap(
      ([criterionId, given]): GoldLabel[] => {
        const label = agreedLabel(given.flatMap(({ ratings }) => ratings));
        return label === undefined ? [] : [{ judge: judgeId, unit: 'criterion', criterionId, label }];
      },
    );
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}

interface DoublyRated {
  readonly weight?: number;
  readonly judge: boolean | undefined;
  readonly humans: readonly boolean[];
}

export function criticalOnly(items: readonly DoublyRated[]): readonly DoublyRated[] {
  return items.filter(({ weight = 0 }) => Math.abs(weight) === 5);
}

/** F1 of “met” against the people's majority, 0 to 1; undefined if neither side has a positive. */
export function f1VsMajority(items: readonly DoublyRated[]): number | undefined {
  const pairs = items.flatMap(({ judge, humans }) => {
    const majority = agreedLabel(humans);
    return judge === undefined || majority === undefined ? [] : [[judge, majority]];
  });
  const positives = pairs.flat().filter(Boolean).length;
  return positives === 0 ? undefined : (2 * pairs.filter((pair) => !pair.includes(false)).length) / positives;
}

export function judgeAgreement(items: readonly DoublyRated[]): number | undefined {
  return agreementRatio(items.flatMap(({ judge, humans }) => humans.map((human) => [judge, human] as const))).value;
}

/** The mean over raters of how often each agrees with the others, 0 to 1; undefined without shared criteria. */
export function humanAgreement(items: readonly Readonly<Record<string, boolean>>[]): number | undefined {
  const raters = new Set(items.flatMap((item) => Object.keys(item)));
  const shares = [...raters].map((rater) => {
    const shared = items
      .filter((item) => rater in item)
      .flatMap((item) => {
        const others = Object.entries(item).filter(([other]) => other !== rater);
        return others.map(([, said]) => Number(said === item[rater]));
      });
    return meanOf(shared);
  });
  return meanOf(shares);
}

/** People are identified by their position in the list of ratings. */
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
  const row = (title: string, of: readonly DoublyRated[]): ReliabilityTable['rows'][number] => {
    const people = of.map(({ humans }) => Object.fromEntries(humans.map((said, index) => [`${index}`, said])));
    return { title, cells: [of.length, f1VsMajority(of), judgeAgreement(of), humanAgreement(people)] };
  };
  return [
    {
      id: 'criteria',
      title: 'F1 of “met” against the majority of people, and agreement with single ratings',
      columns: ['n', 'F1', 'judge and people', 'people themselves'],
      rows: [row('all criteria', items), row('critical (weight 5, −5)', criticalOnly(items))],
    },
  ];
}
