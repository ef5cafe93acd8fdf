import type { Part } from '../../statistics/hiddenSpread';
import {
  derivedMetric,
  type DerivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
} from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import {
  criteriaOfLevel,
  criterionIds,
  criterionLevels,
  levelTitles,
  overallId,
  principles,
  type CriterionLevel,
} from './criteria';
import {
  levelAccuracies,
  levelAccuracy,
  levelParts,
  meanPoints,
  orderedPairs,
  overallAccuracy,
  overallParts,
  principleMean,
  principleParts,
  principlesCovered,
  verdictsOn,
  winPoints,
  winShares,
  type WinShares,
} from './figures';
import { preferenceJudgeIds } from './judges';
import type { Preference } from './preference';
import type { KmpDialogueSample } from './samples';

type Results = readonly SampleResult<KmpDialogueSample>[];

/** Blocks in the order they are shown: the paper's figures, the criteria behind each, and second readings of the same verdicts. */
export const kmpDialogueBlocks: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'summary', title: 'Against the reference reply' },
  { id: 'principles', title: 'By principle' },
  ...criterionLevels.map((level) => ({
    id: level,
    title: `Better than the reference reply, by criterion: ${levelTitles[level].toLowerCase()}`,
  })),
  { id: 'second', title: 'Ties and order' },
];

const judges = Object.values(preferenceJudgeIds);
const winRate = { unit: 'percent', direction: 'up', scale: [0, 100], judges } as const;
const noParity = 'A tie is no win, so a reply equal to the reference everywhere has 0, not 50.';

/** A metric over win shares with samples as the unit of the bootstrap; `applies` says whether it is shown. */
function shareMetric(
  head: MetricHead,
  estimate: (samples: readonly WinShares[]) => number | undefined,
  parts: (samples: readonly WinShares[]) => readonly Part[],
  applies: (results: Results, policy: ProtocolPolicy) => boolean = () => true,
  level: CriterionLevel = 'general',
): DerivedMetric<KmpDialogueSample> {
  return derivedMetric<KmpDialogueSample, WinShares>({
    ...head,
    observe: (results, policy) =>
      applies(results, policy)
        ? targeting(level, results).map((result) => ({ unit: result.sample.id, value: winShares(result, policy) }))
        : [],
    estimate,
    parts,
  });
}

/** The samples to which a level applies. */
function targeting(level: CriterionLevel, results: Results): Results {
  return level === 'general' ? results : results.filter(({ sample }) => sample.principles.includes(level));
}

/** Mean of what the counted verdicts on these ids earn; of several ids each verdict counts alike. */
function pointsMetric(
  head: MetricHead,
  ids: readonly string[],
  points: Readonly<Record<Preference, number>> = winPoints,
  level: CriterionLevel = 'general',
): MeanMetric<KmpDialogueSample> {
  return {
    kind: 'mean',
    ...head,
    observe: (results, policy) =>
      targeting(level, results).map((result) => {
        const verdicts = ids.flatMap((id) => verdictsOn(id, result, policy));
        const weight = verdicts.filter((verdict) => verdict !== undefined).length;
        const value = meanPoints(verdicts, points);
        return { unit: result.sample.id, value, ...(ids.length > 1 ? { weight } : {}) };
      }),
  };
}

/** Win rates on the criteria of a level, not accuracies: the titles say that they are comparisons. Then the ties that they leave open. */
function criterionMetrics(level: CriterionLevel): readonly MeanMetric<KmpDialogueSample>[] {
  const criteria = criteriaOfLevel(level);
  const ties: MetricHead = {
    ...winRate,
    id: `${level}_ties`,
    block: level,
    title: `Ties: ${levelTitles[level].toLowerCase()}`,
    explain:
      'Share of the verdicts on these criteria that find the reply as good as the reference; each earns nothing above.',
    direction: 'none',
  };
  return [
    ...criteria.map(({ id, title, text }) => {
      const better = `Better: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
      const explain = `Share of replies that do better than the reference in this: the reply ${text}. A tie is no win.`;
      return pointsMetric({ id, block: level, title: better, explain, ...winRate }, [id], winPoints, level);
    }),
    pointsMetric(
      ties,
      criteria.map(({ id }) => id),
      tiePoints,
      level,
    ),
  ];
}

const tiePoints: Readonly<Record<Preference, number>> = { win: 0, tie: 1, lose: 0 };

interface Reading extends Pick<MetricHead, 'id' | 'title' | 'explain' | 'direction' | 'scale'> {
  readonly points: Readonly<Record<Preference, number>>;
}

/** Other readings of the same verdicts, of this project. */
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

const ofAll = 'Over the verdicts on all criteria; dialogues with two principles have more of them.';

/** On the reply as a whole, then on all criteria taken together. */
const secondReadings = [
  ...readings.map(({ points, ...head }) => {
    const own = { id: `overall_${head.id}`, title: `${head.title}, whole reply` };
    return pointsMetric({ ...head, ...own, block: 'second', unit: 'percent', judges }, [overallId], points);
  }),
  ...readings.map(({ points, ...head }) => {
    const own = {
      id: `criteria_${head.id}`,
      title: `${head.title}, all criteria`,
      explain: `${head.explain} ${ofAll}`,
    };
    return pointsMetric({ ...head, ...own, block: 'second', unit: 'percent', judges }, criterionIds, points);
  }),
];

/** Observes nothing unless both orders were judged. */
const positionBias: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  id: 'position_bias',
  block: 'second',
  title: 'Position bias: verdicts that turn with the order',
  explain:
    'Pairs of verdicts on the same reply, sides swapped, that disagree. Each counts as a tie in the other figures.',
  unit: 'percent',
  direction: 'down',
  scale: [0, 100],
  judges: [preferenceJudgeIds.first, preferenceJudgeIds.swapped],
  observe: (results, { bothOrders }) =>
    (bothOrders ? results : []).map((result) => {
      const pairs = orderedPairs(result);
      const turned = pairs.filter(([one, other]) => one !== other).length;
      const value = pairs.length === 0 ? undefined : turned / pairs.length;
      return { unit: result.sample.id, value, weight: pairs.length };
    }),
};

/** How many principles have a verdict in these results. */
function coverage(results: Results, policy: ProtocolPolicy): number {
  return principlesCovered(levelAccuracies(results.flatMap((result) => [winShares(result, policy) ?? []])));
}

const principlesCoveredMetric: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  id: 'principles_covered',
  block: 'summary',
  title: 'Principles covered',
  explain: 'How many of the six principles have a verdict. With fewer than six, the overall figure is not comparable.',
  unit: 'level',
  direction: 'none',
  scale: [0, 6],
  judges,
  // One unit for the whole run: a count of what there is has no interval.
  observe: (results, policy) => {
    const judged = results.filter((result) => winShares(result, policy) !== undefined).length;
    return judged === 0 ? [] : [{ unit: 'all', value: coverage(results, policy), units: judged }];
  },
};

export const kmpDialogueMetrics: readonly MetricDefinition<KmpDialogueSample>[] = [
  shareMetric(
    {
      id: 'overall',
      block: 'summary',
      title: 'Overall Acc',
      explain: `Half the general level, half the mean of the six principles’ levels. ${noParity}`,
      ...winRate,
    },
    // Undefined for a resample that lacks a principle: its mean would be of something else.
    (samples) => {
      const levels = levelAccuracies(samples);
      return principlesCovered(levels) === principles.length ? overallAccuracy(levels) : undefined;
    },
    overallParts,
    (results, policy) => coverage(results, policy) === principles.length,
  ),
  // Takes the place of `overall` where the samples do not cover all principles: another figure, so another name.
  shareMetric(
    {
      id: 'overall_partial',
      block: 'summary',
      title: 'Overall Acc, partial (not comparable)',
      explain:
        'Half the general level, half the mean of the principles that occur. Fewer than six do, so it cannot be compared with an Overall Acc.',
      ...winRate,
    },
    (samples) => overallAccuracy(levelAccuracies(samples)),
    overallParts,
    (results, policy) => coverage(results, policy) < principles.length,
  ),
  pointsMetric(
    {
      id: 'overall_judgement',
      block: 'summary',
      title: 'Overall Judgement Acc',
      explain: `Replies that are judged better than the reference as a whole. ${noParity}`,
      ...winRate,
    },
    [overallId],
  ),
  shareMetric(
    {
      id: 'general_level',
      block: 'summary',
      title: 'General-Level Acc',
      explain: 'Mean of the win rates on the four general criteria.',
      ...winRate,
    },
    (samples) => levelAccuracy('general', samples),
    (samples) => levelParts('general', samples),
  ),
  shareMetric(
    {
      id: 'principle_mean',
      block: 'summary',
      title: 'Mean of the principles',
      explain: 'Mean of the accuracies of the principles that occur among the samples.',
      ...winRate,
    },
    (samples) => principleMean(levelAccuracies(samples)),
    (samples) => principleParts(samples),
  ),
  principlesCoveredMetric,
  // A principle that no sample targets observes nothing.
  ...principles.map((principle) => {
    const title = levelTitles[principle];
    const explain = `Mean of the win rates on the three criteria of ${title}, over dialogues that target it.`;
    return shareMetric(
      { id: `${principle}_level`, block: 'principles', title, explain, ...winRate },
      (samples) => levelAccuracy(principle, samples),
      (samples) => levelParts(principle, samples),
      () => true,
      principle,
    );
  }),
  ...criterionLevels.flatMap(criterionMetrics),
  ...secondReadings,
  positionBias,
];
