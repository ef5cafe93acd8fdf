import type { DerivedMetric, MeanMetric, MetricDefinition, MetricMetadata } from '../../benchmark/metric';
import { meanOf, derivedMetric } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import type { Part } from '../../statistics/hiddenSpread';
import * as criteria from './criteria';
import { countedJudge, idsToDecide, preferenceJudgeIds } from './judges';
import { kmpDialogueChoice } from './policies';
import { type Preference, preferenceIn } from './preference';
import type { KmpDialogueSample } from './samples';

/** One sample's win shares, 0 to 1, one for each of `criteria`; `undefined` if not applicable or not judged. */
type WinShares = readonly (number | undefined)[];
type AllShares = readonly WinShares[];

/** A level's accuracy in percent: the mean of its criteria's win rates; `undefined` if none has one. */
function levelAccuracy(level: criteria.CriterionLevel, samples: AllShares): number | undefined {
  let [total, rates] = [0, 0];
  // Without a list for each criterion, since resamples ask for this thousands of times.
  for (const [index, criterion] of criteria.criteria.entries()) {
    if (criterion.level !== level) continue;
    let [sum, count] = [0, 0];
    for (const { [index]: share } of samples) {
      if (share === undefined) continue;
      sum += share;
      count += 1;
    }
    if (count === 0) continue;
    total += sum / count;
    rates += 1;
  }
  return rates === 0 ? undefined : (100 * total) / rates;
}

function levelParts(level: criteria.CriterionLevel, samples: AllShares, share = 1): readonly Part[] {
  const columns = criteria.criteria.flatMap((criterion, index) =>
    criterion.level === level ? [samples.map((shares) => shares[index])] : [],
  );
  const covered = columns.filter((values) => meanOf(values) !== undefined).length;
  return columns.map((values) => ({ values, slope: (100 * share) / Math.max(1, covered), scale: [0, 1] }));
}

function principleParts(samples: AllShares, share = 1): readonly Part[] {
  const covered = Math.max(1, principlesCovered(samples));
  return criteria.principles.flatMap((principle) => levelParts(principle, samples, share / covered));
}

function principleAccuracies(samples: AllShares): readonly (number | undefined)[] {
  return criteria.principles.map((principle) => levelAccuracy(principle, samples));
}

function principlesCovered(samples: AllShares): number {
  return principleAccuracies(samples).filter((accuracy) => accuracy !== undefined).length;
}

/** Overall Acc: half the general level, half the mean of the covered principles (paper, Table 1). */
export function overallAccuracy(
  general: number | undefined,
  ofPrinciples: readonly (number | undefined)[],
): number | undefined {
  const mean = meanOf(ofPrinciples);
  return general === undefined || mean === undefined ? undefined : (general + mean) / 2;
}

type Result = SampleResult<KmpDialogueSample>;
type Results = readonly Result[];

/** The counted verdict on `id` per trial with a reply, `undefined` if unjudged. Empty if `id` does not apply. */
export function verdictsOn(id: string, result: Result, policy: ProtocolPolicy): readonly (Preference | undefined)[] {
  if (!idsToDecide(result.sample).includes(id)) return [];
  return trialsWithReply(result).map((trial) => labelOf(trial, countedJudge(policy), id));
}

type Points = Readonly<Record<Preference, number>>;

/** Only a win counts; a tie with the reference scores 0. */
const winPoints: Points = { win: 1, tie: 0, lose: 0 };
const tiePoints: Points = { win: 0, tie: 1, lose: 0 };

function meanPoints(verdicts: readonly (Preference | undefined)[], points = winPoints): number | undefined {
  return meanOf(verdicts.map((verdict) => verdict && points[verdict]));
}

/** `undefined` without any verdict, so that the sample counts as excluded. */
function winShares(result: Result, policy: ProtocolPolicy): WinShares | undefined {
  const shares = criteria.criteria.map(({ id }) => meanPoints(verdictsOn(id, result, policy)));
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
  ...criteria.criterionLevels.map((level) => ({
    id: level,
    title: `Better than the reference reply, by criterion: ${criteria.levelTitles[level].toLowerCase()}`,
  })),
  { id: 'second', title: 'Ties and order' },
];

const judges = Object.values(preferenceJudgeIds);
const percent = { unit: 'percent', direction: 'up', scale: [0, 100], judges } as const;

type Shown = Pick<MetricMetadata, 'id' | 'block' | 'title' | 'explain'> &
  Partial<Pick<MetricMetadata, 'direction' | 'scale'>>;

const noParity = 'A tie is not a win, so a reply that always ties with the reference scores 0, not 50.';

/** A metric over win shares. The bootstrap draws samples; `applies` says whether it is shown. */
function shareMetric(
  shown: Shown,
  estimate: (samples: AllShares) => number | undefined,
  parts: (samples: AllShares) => readonly Part[],
  applies: (results: Results, policy: ProtocolPolicy) => boolean = () => true,
  level: criteria.CriterionLevel = 'general',
): DerivedMetric<KmpDialogueSample> {
  return derivedMetric<KmpDialogueSample, WinShares>({
    ...percent,
    ...shown,
    observe: (results, policy) =>
      targeting(level, applies(results, policy) ? results : []).map((result) => {
        return { unit: result.sample.id, value: winShares(result, policy) };
      }),
    estimate,
    parts,
  });
}

function levelMetric(level: criteria.CriterionLevel, shown: Shown): DerivedMetric<KmpDialogueSample> {
  const accuracy = (samples: AllShares): number | undefined => levelAccuracy(level, samples);
  return shareMetric(shown, accuracy, (samples) => levelParts(level, samples), undefined, level);
}

function targeting(level: criteria.CriterionLevel, results: Results): Results {
  return level === 'general' ? results : results.filter(({ sample }) => sample.principles.includes(level));
}

/** Mean points of the counted verdicts on these ids. Each verdict has equal weight. */
function pointsMetric(
  shown: Shown,
  ids: readonly string[],
  points: Points = winPoints,
  level: criteria.CriterionLevel = 'general',
): MeanMetric<KmpDialogueSample> {
  return {
    kind: 'mean',
    ...percent,
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
function criterionMetrics(block: criteria.CriterionLevel): readonly MeanMetric<KmpDialogueSample>[] {
  const own = criteria.criteriaOfLevel(block);
  const ties: Shown = {
    block,
    id: `${block}_ties`,
    title: `Ties: ${criteria.levelTitles[block].toLowerCase()}`,
    explain: 'Share of verdicts on these criteria that find the reply as good as the reference. Ties count 0 above.',
    direction: 'none',
  };
  return [
    ...own.map(({ id, title: full, text }) => {
      const title = `Better: ${full.charAt(0).toLowerCase()}${full.slice(1)}`;
      const explain = `Share of replies that do better than the reference on this: the reply ${text}. A tie is not a win.`;
      return pointsMetric({ block, id, title, explain }, [id], winPoints, block);
    }),
    pointsMetric(
      ties,
      own.map(({ id }) => id),
      tiePoints,
      block,
    ),
  ];
}

function secondReadings(prefix: string, of: string, note: string, ids: readonly string[]) {
  const shown = (id: string, title: string, explain: string): Shown => {
    return { block: 'second', id: `${prefix}_${id}`, title: `${title}, ${of}`, explain: `${explain}${note}` };
  };
  const tied = 'Share of verdicts that find the reply as good as the reference.';
  const half = 'Wins plus half the ties. A reply that always ties with the reference scores 50 here.';
  const net = 'Wins minus losses, −100 to 100. A reply that always ties with the reference scores 0 here.';
  return [
    pointsMetric({ ...shown('ties', 'Ties', tied), direction: 'none' }, ids, tiePoints),
    pointsMetric(shown('half_ties', 'Wins, a tie as half', half), ids, { win: 1, tie: 0.5, lose: 0 }),
    pointsMetric({ ...shown('net', 'Net preference', net), scale: [-100, 100] }, ids, { win: 1, tie: 0, lose: -1 }),
  ];
}

/** Needs both orders. */
const positionBias: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  ...percent,
  block: 'second',
  id: 'position_bias',
  title: 'Position bias: verdicts that change with the order',
  explain:
    'Pairs of verdicts on the same reply, sides swapped, that disagree. Each counts as a tie in the other figures.',
  direction: 'down',
  judges: [preferenceJudgeIds.first, preferenceJudgeIds.swapped],
  observe: (results, policy) =>
    (kmpDialogueChoice(policy, 'bothOrders') ? results : []).map((result) => {
      const turns = trialsWithReply(result).flatMap((trial) =>
        idsToDecide(result.sample).flatMap((id) => {
          const one = labelOf(trial, preferenceJudgeIds.first, id);
          const other = labelOf(trial, preferenceJudgeIds.swapped, id);
          return one === undefined || other === undefined ? [] : [Number(one !== other)];
        }),
      );
      return { unit: result.sample.id, value: meanOf(turns), weight: turns.length };
    }),
};

function coverage(results: Results, policy: ProtocolPolicy): number {
  return principlesCovered(results.flatMap((result) => [winShares(result, policy) ?? []]));
}

const principlesCoveredMetric: MeanMetric<KmpDialogueSample> = {
  kind: 'mean',
  block: 'summary',
  id: 'principles_covered',
  title: 'Principles covered',
  explain: 'How many of the six principles have a verdict. With fewer than six, the overall figure is not comparable.',
  unit: 'level',
  direction: 'none',
  scale: [0, 6],
  judges,
  // One unit for the whole run, because a plain count has no interval.
  observe: (results, policy) => {
    const judged = results.filter((result) => winShares(result, policy) !== undefined).length;
    return judged === 0 ? [] : [{ unit: 'all', value: coverage(results, policy), units: judged }];
  },
};

/** Only for samples that cover all principles, or only for others: a mean of fewer is another figure. */
function overallMetric(isWhole: boolean, shown: Omit<Shown, 'block'>): DerivedMetric<KmpDialogueSample> {
  const isAll = (count: number): boolean => count === criteria.principles.length;
  return shareMetric(
    { ...shown, block: 'summary' },
    // A resample may lack one of the principles.
    (samples) =>
      isWhole && !isAll(principlesCovered(samples))
        ? undefined
        : overallAccuracy(levelAccuracy('general', samples), principleAccuracies(samples)),
    (samples) => [...levelParts('general', samples, 1 / 2), ...principleParts(samples, 1 / 2)],
    (results, policy) => isAll(coverage(results, policy)) === isWhole,
  );
}

export const kmpDialogueMetrics: readonly MetricDefinition<KmpDialogueSample>[] = [
  overallMetric(true, {
    id: 'overall',
    title: 'Overall Acc',
    explain: `Half the general level, half the mean of the six principles’ levels. ${noParity}`,
  }),
  overallMetric(false, {
    id: 'overall_partial',
    title: 'Overall Acc, partial (not comparable)',
    explain:
      'Half the general level, half the mean of the principles in the samples. There are fewer than six, so it cannot be compared with an Overall Acc.',
  }),
  pointsMetric(
    {
      block: 'summary',
      id: 'overall_judgement',
      title: 'Overall Judgement Acc',
      explain: `Replies that are judged better than the reference as a whole. ${noParity}`,
    },
    [criteria.overallId],
  ),
  levelMetric('general', {
    block: 'summary',
    id: 'general_level',
    title: 'General-Level Acc',
    explain: 'Mean of the win rates on the four general criteria.',
  }),
  shareMetric(
    {
      block: 'summary',
      id: 'principle_mean',
      title: 'Mean of the principles',
      explain: 'Mean of the accuracies of the principles in the samples.',
    },
    (samples) => meanOf(principleAccuracies(samples)),
    (samples) => principleParts(samples),
  ),
  principlesCoveredMetric,
  // Observes nothing for a principle that no sample targets.
  ...criteria.principles.map((principle) => {
    const title = criteria.levelTitles[principle];
    const explain = `Mean of the win rates on the three criteria of ${title}, over dialogues that target it.`;
    return levelMetric(principle, { block: 'principles', id: `${principle}_level`, title, explain });
  }),
  ...criteria.criterionLevels.flatMap(criterionMetrics),
  ...secondReadings('overall', 'whole reply', '', [criteria.overallId]),
  ...secondReadings(
    'criteria',
    'all criteria',
    ' Over the verdicts on all criteria; dialogues with two principles have more of them.',
    criteria.criterionIds,
  ),
  positionBias,
];
