import { principleTitles } from '../kmpbench/principles';
import type { MetricHead } from '../metric';
import { criterionLevels, type Criterion, type CriterionLevel } from './criteria';
import { preferenceJudgeIds } from './judges';

export const levelTitles: Readonly<Record<CriterionLevel, string>> = { general: 'General', ...principleTitles };

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

const winRateOf = {
  unit: 'percent',
  direction: 'up',
  scale: [0, 100],
  judges: Object.values(preferenceJudgeIds),
} as const;
const noParity = 'A tie is no win, so a reply equal to the reference everywhere has 0, not 50.';

export const overallHead: MetricHead = {
  id: 'overall',
  block: 'summary',
  title: 'Overall Acc',
  explain: `Half the general level, half the mean of the six principles’ levels. ${noParity}`,
  ...winRateOf,
};

/** Takes the place of `overall` where the samples do not cover all principles: another figure, so another name. */
export const partialOverallHead: MetricHead = {
  id: 'overall_partial',
  block: 'summary',
  title: 'Overall Acc, partial (not comparable)',
  explain:
    'Half the general level, half the mean of the principles that occur. Fewer than six do, so it cannot be compared with an Overall Acc.',
  ...winRateOf,
};

export const overallJudgementHead: MetricHead = {
  id: 'overall_judgement',
  block: 'summary',
  title: 'Overall Judgement Acc',
  explain: `Replies that are judged better than the reference as a whole. ${noParity}`,
  ...winRateOf,
};

export const generalHead: MetricHead = {
  id: 'general_level',
  block: 'summary',
  title: 'General-Level Acc',
  explain: 'Mean of the win rates on the four general criteria.',
  ...winRateOf,
};

export const principleMeanHead: MetricHead = {
  id: 'principle_mean',
  block: 'summary',
  title: 'Mean of the principles',
  explain: 'Mean of the accuracies of the principles that occur among the samples.',
  ...winRateOf,
};

export const principlesCoveredHead: MetricHead = {
  id: 'principles_covered',
  block: 'summary',
  title: 'Principles covered',
  explain: 'How many of the six principles have a verdict. With fewer than six, the overall figure is not comparable.',
  unit: 'level',
  direction: 'none',
  scale: [0, 6],
  judges: Object.values(preferenceJudgeIds),
};

/** Head of the level of one principle. */
export function principleHead(level: Exclude<CriterionLevel, 'general'>): MetricHead {
  return {
    id: `${level}_level`,
    block: 'principles',
    title: levelTitles[level],
    explain: `Mean of the win rates on the three criteria of ${levelTitles[level]}, over dialogues that target it.`,
    ...winRateOf,
  };
}

/** Head of the share of ties on the criteria of a level: what the win rates beside it leave open. */
export function levelTiesHead(level: CriterionLevel): MetricHead {
  return {
    ...winRateOf,
    id: `${level}_ties`,
    block: level,
    title: `Ties: ${levelTitles[level].toLowerCase()}`,
    explain:
      'Share of the verdicts on these criteria that find the reply as good as the reference; each earns nothing above.',
    direction: 'none',
  };
}

/** Head of the win rate on one criterion, not an accuracy: the title says that it is a comparison. */
export function criterionHead({ id, level, title, text }: Criterion): MetricHead {
  return {
    id,
    block: level,
    title: `Better: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    explain: `Share of replies that do better than the reference in this: the reply ${text}. A tie is no win.`,
    ...winRateOf,
  };
}

export const positionBiasHead: MetricHead = {
  id: 'position_bias',
  block: 'second',
  title: 'Position bias: verdicts that turn with the order',
  explain:
    'Pairs of verdicts on the same reply, sides swapped, that disagree. Each counts as a tie in the other figures.',
  unit: 'percent',
  direction: 'down',
  scale: [0, 100],
  judges: [preferenceJudgeIds.first, preferenceJudgeIds.swapped],
};
