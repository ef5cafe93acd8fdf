import type { MeanMetric, MetricHead } from '../metric';
import { criteriaOfLevel, overallId, type CriterionLevel } from './criteria';
import { preferenceJudgeIds } from './judges';
import { levelTiesHead, positionBiasHead } from './metricHeads';
import type { Preference } from './preference';
import type { KmpDialogueSample } from './samples';
import { criterionVerdicts, meanPoints, orderedPairs, verdictsOn } from './verdictsOf';

interface Reading extends Pick<MetricHead, 'title' | 'explain' | 'direction' | 'scale'> {
  readonly id: string;
  readonly points: Readonly<Record<Preference, number>>;
}

const tiePoints: Readonly<Record<Preference, number>> = { win: 0, tie: 1, lose: 0 };

const readings: readonly Reading[] = [
  {
    id: 'ties',
    title: 'Ties',
    explain: 'Share of verdicts that find the reply as good as the reference.',
    direction: 'none',
    scale: [0, 100],
    points: tiePoints,
  },
  {
    id: 'half_ties',
    title: 'Wins, a tie as half',
    explain: 'Wins and half the ties. Here a reply equal to the reference everywhere has 50.',
    direction: 'up',
    scale: [0, 100],
    points: { win: 1, tie: 0.5, lose: 0 },
  },
  {
    id: 'net',
    title: 'Net preference',
    explain: 'Wins minus losses, −100 to 100. Here a reply equal to the reference everywhere has 0.',
    direction: 'up',
    scale: [-100, 100],
    points: { win: 1, tie: 0, lose: -1 },
  },
];

const judges = Object.values(preferenceJudgeIds);

/** Other readings of the same verdicts, of this project: on the reply as a whole, and on all criteria taken together. */
export const secondReadings: readonly MeanMetric<KmpDialogueSample>[] = [
  ...readings.map(({ id, title, explain, points, ...head }): MeanMetric<KmpDialogueSample> => ({
    kind: 'mean',
    ...head,
    id: `overall_${id}`,
    block: 'second',
    title: `${title}, whole reply`,
    explain,
    unit: 'percent',
    judges,
    observe: (results, policy) =>
      results.map((result) => {
        const value = meanPoints(verdictsOn(overallId, result, policy), points);
        return { unit: result.sample.id, value };
      }),
  })),
  ...readings.map(({ id, title, explain, points, ...head }): MeanMetric<KmpDialogueSample> => ({
    kind: 'mean',
    ...head,
    id: `criteria_${id}`,
    block: 'second',
    title: `${title}, all criteria`,
    explain: `${explain} Over the verdicts on all criteria; dialogues with two principles have more of them.`,
    unit: 'percent',
    judges,
    observe: (results, policy) =>
      results.map((result) => {
        const verdicts = criterionVerdicts(result, policy);
        const weight = verdicts.filter((verdict) => verdict !== undefined).length;
        return { unit: result.sample.id, value: meanPoints(verdicts, points), weight };
      }),
  })),
];

/** Share of ties among the verdicts on a level's criteria, over the samples to which the level applies. */
export function levelTies(level: CriterionLevel): MeanMetric<KmpDialogueSample> {
  const ids = criteriaOfLevel(level).map(({ id }) => id);
  return {
    kind: 'mean',
    ...levelTiesHead(level),
    observe: (results, policy) =>
      results
        .filter(({ sample }) => level === 'general' || sample.principles.includes(level))
        .map((result) => {
          const verdicts = ids.flatMap((id) => verdictsOn(id, result, policy));
          const weight = verdicts.filter((verdict) => verdict !== undefined).length;
          return { unit: result.sample.id, value: meanPoints(verdicts, tiePoints), weight };
        }),
  };
}

/** Observes nothing unless both orders were judged. */
export const positionBias: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  ...positionBiasHead,
  observe: (results, { bothOrders }) =>
    bothOrders
      ? results.map((result) => {
          const pairs = orderedPairs(result);
          const turned = pairs.filter(([one, other]) => one !== other).length;
          const value = pairs.length === 0 ? undefined : turned / pairs.length;
          return { unit: result.sample.id, value, weight: pairs.length };
        })
      : [],
};
