import {
  meanOf,
  derivedMetric,
  type DerivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type MetricMetadata,
} from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import type { Part } from '../../statistics/hiddenSpread';
import {
  criteria,
  criteriaOfLevel,
  criterionIds,
  type CriterionLevel,
  criterionLevels,
  levelTitles,
  overallId,
  type Principle,
  principles,
} from './criteria';
import { countedJudge, idsToDecide, preferenceJudgeIds } from './judges';
import { kmpDialogueChoice } from './policies';
import { type Preference, preferenceIn } from './preference';
import type { KmpDialogueSample } from './samples';

/** One sample's win shares, 0 to 1, one for each of `criteria`; `undefined` if not applicable or not judged. */
type WinShares = readonly (number | undefined)[];
type AllShares = readonly WinShares[];

const indicesOf: ReadonlyMap<CriterionLevel, readonly number[]> = new Map(
  criterionLevels.map((level) => [
    level,
    criteria.flatMap((criterion, index) => (criterion.level === level ? [index] : [])),
  ]),
);

/**
 * A level's accuracy in percent: the mean of its criteria's win rates, each over the samples judged on it. Undefined if
 * no criterion has a rate.
 */
function levelAccuracy(level: CriterionLevel, samples: AllShares): number | undefined {
  let [rates, covered] = [0, 0];
  for (const index of indicesOf.get(level) ?? []) {
    let [sum, count] = [0, 0];
    for (const shares of samples) {
      const share = shares[index];
      if (share === undefined) continue;
      sum += share;
      count += 1;
    }
    if (count === 0) continue;
    rates += sum / count;
    covered += 1;
  }
  return covered === 0 ? undefined : (100 * rates) / covered;
}

function levelParts(level: CriterionLevel, samples: AllShares, share = 1): readonly Part[] {
  const columns = (indicesOf.get(level) ?? []).map((index) => samples.map((shares) => shares[index]));
  const covered = columns.filter((values) => values.some((value) => value !== undefined)).length;
  return columns.map((values) => ({ values, slope: (100 * share) / Math.max(1, covered), scale: [0, 1] }));
}

function principleParts(samples: AllShares, share = 1): readonly Part[] {
  const covered = Math.max(1, principlesCovered(levelAccuracies(samples)));
  return principles.flatMap((principle) => levelParts(principle, samples, share / covered));
}

function overallParts(samples: AllShares): readonly Part[] {
  return [...levelParts('general', samples, 1 / 2), ...principleParts(samples, 1 / 2)];
}

interface LevelAccuracies {
  readonly general: number | undefined;
  readonly principles: Readonly<Partial<Record<Principle, number | undefined>>>;
}

/** In percent. Each level uses the samples with a verdict on one of its criteria. */
function levelAccuracies(samples: AllShares): LevelAccuracies {
  const byPrinciple = principles.map((principle) => [principle, levelAccuracy(principle, samples)] as const);
  return { general: levelAccuracy('general', samples), principles: Object.fromEntries(byPrinciple) };
}

function principlesCovered({ principles: byPrinciple }: LevelAccuracies): number {
  return principles.filter((principle) => byPrinciple[principle] !== undefined).length;
}

export function principleMean({ principles: byPrinciple }: Pick<LevelAccuracies, 'principles'>): number | undefined {
  return meanOf(principles.map((principle) => byPrinciple[principle]));
}

/** Overall Acc: half the general level, half the mean of the covered principles (paper, Table 1). */
export function overallAccuracy(levels: LevelAccuracies): number | undefined {
  const mean = principleMean(levels);
  return levels.general === undefined || mean === undefined ? undefined : (levels.general + mean) / 2;
}

type Result = SampleResult<KmpDialogueSample>;
type Results = readonly Result[];
type Points = Readonly<Record<Preference, number>>;

/** The counted verdict on `id` per trial with a reply, `undefined` if unjudged. Empty if `id` does not apply. */
export function verdictsOn(id: string, result: Result, policy: ProtocolPolicy): readonly (Preference | undefined)[] {
  if (!idsToDecide(result.sample).includes(id)) return [];
  return trialsWithReply(result).map((trial) => labelOf(trial, countedJudge(policy), id));
}

function meanPoints(verdicts: readonly (Preference | undefined)[], points: Points): number | undefined {
  return meanOf(verdicts.map((verdict) => verdict && points[verdict]));
}

/** Only a win counts; a tie with the reference scores 0. */
const winPoints: Points = { win: 1, tie: 0, lose: 0 };
const tiePoints: Points = { win: 0, tie: 1, lose: 0 };

/** `undefined` without any verdict, so that the sample counts as excluded. */
function winShares(result: Result, policy: ProtocolPolicy): WinShares | undefined {
  const shares = criteria.map(({ id }) => meanPoints(verdictsOn(id, result, policy), winPoints));
  return shares.every((share) => share === undefined) ? undefined : shares;
}

function trialsWithReply({ repeats }: Result): readonly RepeatResult[] {
  return repeats.filter(({ dialogue }) => dialogue.status === 'complete');
}

function labelOf({ verdicts }: RepeatResult, judge: string, id: string): Preference | undefined {
  return preferenceIn(verdicts.find((verdict) => verdict.judge === judge && verdict.criterionId === id));
}

export const kmpDialogueBlocks: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'summary', title: 'Against the reference reply' },
  { id: 'principles', title: 'By principle' },
  ...criterionLevels.map((level) => ({
    id: level,
    title: `Better than the reference reply, by criterion: ${levelTitles[level].toLowerCase()}`,
  })),
  { id: 'second', title: 'Ties and order' },
];

function metadata(block: string, id: string, title: string, explain: string): MetricMetadata {
  const judges = Object.values(preferenceJudgeIds);
  return { id, block, title, explain, unit: 'percent', direction: 'up', scale: [0, 100], judges };
}

const noParity = 'A tie is not a win, so a reply that always ties with the reference scores 0, not 50.';

/** A metric over win shares. The bootstrap draws samples; `applies` says whether it is shown. */
function shareMetric(
  shown: MetricMetadata,
  estimate: (samples: AllShares) => number | undefined,
  parts: (samples: AllShares) => readonly Part[],
  { applies = () => true, level = 'general' }: Shown = {},
): DerivedMetric<KmpDialogueSample> {
  return derivedMetric<KmpDialogueSample, WinShares>({
    ...shown,
    observe: (results, policy) =>
      targeting(level, applies(results, policy) ? results : []).map((result) => {
        return { unit: result.sample.id, value: winShares(result, policy) };
      }),
    estimate,
    parts,
  });
}

interface Shown {
  readonly applies?: (results: Results, policy: ProtocolPolicy) => boolean;
  readonly level?: CriterionLevel;
}

function levelMetric(level: CriterionLevel, shown: MetricMetadata): DerivedMetric<KmpDialogueSample> {
  const accuracy = (samples: AllShares): number | undefined => levelAccuracy(level, samples);
  return shareMetric(shown, accuracy, (samples) => levelParts(level, samples), { level });
}

function targeting(level: CriterionLevel, results: Results): Results {
  return level === 'general' ? results : results.filter(({ sample }) => sample.principles.includes(level));
}

/** Mean points of the counted verdicts on these ids. Each verdict has equal weight. */
function pointsMetric(
  shown: MetricMetadata,
  ids: readonly string[],
  points: Points = winPoints,
  level: CriterionLevel = 'general',
): MeanMetric<KmpDialogueSample> {
  return {
    kind: 'mean',
    ...shown,
    observe: (results, policy) =>
      targeting(level, results).map((result) => {
        const verdicts = ids.flatMap((id) => verdictsOn(id, result, policy));
        const weight = verdicts.filter((verdict) => verdict !== undefined).length;
        const value = meanPoints(verdicts, points);
        return { unit: result.sample.id, value, ...(ids.length > 1 ? { weight } : {}) };
      }),
  };
}

/** Win rates per criterion, titled as comparisons because they are not accuracies, and then the ties. */
function criterionMetrics(level: CriterionLevel): readonly MeanMetric<KmpDialogueSample>[] {
  const tied = 'Share of verdicts on these criteria that find the reply as good as the reference. Ties count 0 above.';
  const ties = metadata(level, `${level}_ties`, `Ties: ${levelTitles[level].toLowerCase()}`, tied);
  const ids = criteriaOfLevel(level).map(({ id }) => id);
  return [
    ...criteriaOfLevel(level).map(({ id, title, text }) => {
      const better = `Better: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
      const explain = `Share of replies that do better than the reference on this: the reply ${text}. A tie is not a win.`;
      return pointsMetric(metadata(level, id, better, explain), [id], winPoints, level);
    }),
    pointsMetric({ ...ties, direction: 'none' }, ids, tiePoints, level),
  ];
}

interface Reading extends Pick<MetricMetadata, 'id' | 'title' | 'explain'> {
  readonly points: Points;
  readonly differs?: Partial<Pick<MetricMetadata, 'direction' | 'scale'>>;
}

const readings: readonly Reading[] = [
  {
    id: 'ties',
    title: 'Ties',
    explain: 'Share of verdicts that find the reply as good as the reference.',
    points: tiePoints,
    differs: { direction: 'none' },
  },
  {
    id: 'half_ties',
    title: 'Wins, a tie as half',
    explain: 'Wins plus half the ties. A reply that always ties with the reference scores 50 here.',
    points: { win: 1, tie: 0.5, lose: 0 },
  },
  {
    id: 'net',
    title: 'Net preference',
    explain: 'Wins minus losses, −100 to 100. A reply that always ties with the reference scores 0 here.',
    points: { win: 1, tie: 0, lose: -1 },
    differs: { scale: [-100, 100] },
  },
];

function secondReadings(prefix: string, of: string, note: string, ids: readonly string[]) {
  return readings.map(({ id, title, explain, points, differs }) => {
    const shown = metadata('second', `${prefix}_${id}`, `${title}, ${of}`, `${explain}${note}`);
    return pointsMetric({ ...shown, ...differs }, ids, points);
  });
}

/** Needs both orders. */
const positionBias: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  ...metadata(
    'second',
    'position_bias',
    'Position bias: verdicts that change with the order',
    'Pairs of verdicts on the same reply, sides swapped, that disagree. Each counts as a tie in the other figures.',
  ),
  direction: 'down',
  judges: [preferenceJudgeIds.first, preferenceJudgeIds.swapped],
  observe: (results, policy) =>
    (kmpDialogueChoice(policy, 'bothOrders') ? results : []).map((result) => {
      const turns = trialsWithReply(result).flatMap((trial) =>
        idsToDecide(result.sample).map((id) => {
          const one = labelOf(trial, preferenceJudgeIds.first, id);
          const other = labelOf(trial, preferenceJudgeIds.swapped, id);
          return one === undefined || other === undefined ? undefined : Number(one !== other);
        }),
      );
      const weight = turns.filter((turn) => turn !== undefined).length;
      return { unit: result.sample.id, value: meanOf(turns), weight };
    }),
};

function coverage(results: Results, policy: ProtocolPolicy): number {
  return principlesCovered(levelAccuracies(results.flatMap((result) => [winShares(result, policy) ?? []])));
}

const principlesCoveredMetric: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  ...metadata(
    'summary',
    'principles_covered',
    'Principles covered',
    'How many of the six principles have a verdict. With fewer than six, the overall figure is not comparable.',
  ),
  unit: 'level',
  direction: 'none',
  scale: [0, 6],
  // One unit for the whole run, because a plain count has no interval.
  observe: (results, policy) => {
    const judged = results.filter((result) => winShares(result, policy) !== undefined).length;
    return judged === 0 ? [] : [{ unit: 'all', value: coverage(results, policy), units: judged }];
  },
};

export const kmpDialogueMetrics: readonly MetricDefinition<KmpDialogueSample>[] = [
  shareMetric(
    metadata(
      'summary',
      'overall',
      'Overall Acc',
      `Half the general level, half the mean of the six principles’ levels. ${noParity}`,
    ),
    // Undefined for a resample without one of the principles, because its mean would be a different figure.
    (samples) => {
      const levels = levelAccuracies(samples);
      return principlesCovered(levels) === principles.length ? overallAccuracy(levels) : undefined;
    },
    overallParts,
    { applies: (results, policy) => coverage(results, policy) === principles.length },
  ),
  // Replaces `overall` if samples do not cover all principles. It is another metric, so it has another name.
  shareMetric(
    metadata(
      'summary',
      'overall_partial',
      'Overall Acc, partial (not comparable)',
      'Half the general level, half the mean of the principles in the samples. There are fewer than six, so it cannot be compared with an Overall Acc.',
    ),
    (samples) => overallAccuracy(levelAccuracies(samples)),
    overallParts,
    { applies: (results, policy) => coverage(results, policy) < principles.length },
  ),
  pointsMetric(
    metadata(
      'summary',
      'overall_judgement',
      'Overall Judgement Acc',
      `Replies that are judged better than the reference as a whole. ${noParity}`,
    ),
    [overallId],
  ),
  levelMetric(
    'general',
    metadata('summary', 'general_level', 'General-Level Acc', 'Mean of the win rates on the four general criteria.'),
  ),
  shareMetric(
    metadata(
      'summary',
      'principle_mean',
      'Mean of the principles',
      'Mean of the accuracies of the principles in the samples.',
    ),
    (samples) => principleMean(levelAccuracies(samples)),
    (samples) => principleParts(samples),
  ),
  principlesCoveredMetric,
  // Observes nothing for a principle that no sample targets.
  ...principles.map((principle) => {
    const title = levelTitles[principle];
    const explain = `Mean of the win rates on the three criteria of ${title}, over dialogues that target it.`;
    return levelMetric(principle, metadata('principles', `${principle}_level`, title, explain));
  }),
  ...criterionLevels.flatMap(criterionMetrics),
  ...secondReadings('overall', 'whole reply', '', [overallId]),
  ...secondReadings(
    'criteria',
    'all criteria',
    ' Over the verdicts on all criteria; dialogues with two principles have more of them.',
    criterionIds,
  ),
  positionBias,
];
