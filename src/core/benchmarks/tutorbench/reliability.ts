import type { RatedDecision, ReliabilityTable } from '../reliability';
import { criticalOnly, f1VsMajority, humanAgreement, judgeAgreement, type DoublyRated } from './judgeQuality';
import type { TutorBenchSample } from './samples';

/**
 * The paper's figures of its judge: F1 of “met” against what most people say, agreement with their single ratings, and of people with each
 * other, over all criteria and over the critical ones. A person is known by the place of the rating in its list.
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
