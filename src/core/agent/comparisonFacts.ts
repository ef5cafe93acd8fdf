import type { Comparison, MetricComparison } from '../compare/comparison';
import { comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import { type DecisionKind, decisionOf, moreWords } from '../compare/decision';
import { cautionWords, outcomeText } from '../compare/decisionWords';
import {
  comparedParts,
  differenceText,
  groupTitle,
  isStoppedByCorrection,
  metricGroups,
  openDifferences,
  titleInGroup,
  unitsText,
  valueText,
  whatIsCompared,
} from '../compare/describeComparison';
import { readableLine } from '../text/readableText';
import { answerText, type Evidence } from './agentAnswer';

/** Whether the later prompt is an improvement. Simulated runs and two runs of one prompt say nothing about that. */
export function evidenceOf(comparison: Comparison): Evidence {
  const { kind, needsBaseline } = decisionOf(comparison) ?? {};
  if (comparison.samePrompt || comparedParts(comparison).length > 0) return 'none';
  const targets = comparison.benchmarks.flatMap(({ metrics }) => metrics.filter(({ role }) => role === 'target'));
  const isBetter = targets.some(({ outcome }) => outcome === 'better');
  if (kind === 'adopt') {
    const isBeaten = comparison.judgeDoubts?.metrics.some(({ status }) => status === 'beaten') === true;
    return isBeaten ? 'supported' : 'proved';
  }
  if (kind !== 'notSettled' && kind !== 'chosenAfterwards') return 'none';
  if (isBetter && kind === 'notSettled' && needsBaseline !== true) return 'supported';
  return isBetter || targets.some((metric) => isStoppedByCorrection(metric) && isGood(metric)) ? 'promising' : 'none';
}

function isGood({ direction, difference = 0, toBand }: MetricComparison): boolean {
  return direction === 'up' ? difference > 0 : direction === 'down' ? difference < 0 : (toBand?.change ?? 0) < 0;
}

const afterDecision: Readonly<Record<DecisionKind, string>> = {
  adopt: 'Tell the author which targets got better, with their intervals. The edit may stay.',
  reject: 'Take the edit back, or try another one. It is no improvement.',
  tradeOff: 'Tell the author what got better and what got worse. The choice is the author’s; call it no improvement.',
  notSettled: 'Call the edit no improvement yet.',
  chosenAfterwards: 'Name the targets in the front matter first, then evaluate both texts again.',
};

function nextStep(comparison: Comparison): string {
  if (comparison.samePrompt)
    return 'Both runs have the same prompt, so this says nothing about an edit. Compare runs of two texts.';
  const simulated = comparedParts(comparison);
  if (simulated.length > 0)
    return `Simulated (${simulated.join(', ')}): this says nothing about a prompt. Evaluate both texts with real models.`;
  const decision = decisionOf(comparison);
  if (decision === undefined) return 'Nothing could be tested. Evaluate both texts alike, on the same samples.';
  const more = moreWords(decision);
  return `${afterDecision[decision.kind]}${more === undefined ? '' : ` To settle it: ${more}.`}`;
}

export function comparisonFacts(labelled: LabelledComparison): string {
  const { comparison } = labelled;
  const { benchmarks, judgeDoubts } = comparison;
  const groups = benchmarks.flatMap((benchmark) =>
    metricGroups(benchmark).map((group) => ({
      isAimed: group.role !== 'exploratory',
      lines: [
        `${benchmark.id}, ${groupTitle(group)}:`,
        ...group.metrics.map((metric) => {
          const { before, after } = metric.compared;
          const outcome = outcomeText(metric, benchmark.id, comparison);
          const values = `${valueText(before, metric)} → ${valueText(after, metric)}`;
          const facts = `${values}, difference ${differenceText(metric)}, n ${unitsText(metric)}`;
          return `  ${titleInGroup(metric, benchmark)}: ${facts}${outcome === '' ? '' : `, ${outcome}`}`;
        }),
      ],
    })),
  );
  const lines = [
    comparisonAnswer(labelled),
    whatIsCompared(comparison),
    ...cautionWords(comparison),
    ...openDifferences(comparison).map(({ meaning }) => `Differs: ${meaning}`),
    ...(judgeDoubts === undefined ? [] : [judgeDoubts.sentence]),
    ...[...groups.filter(({ isAimed }) => isAimed), ...groups.filter(({ isAimed }) => !isAimed)].flatMap(
      (group) => group.lines,
    ),
  ].map((line) => line.slice(0, line.length - line.trimStart().length) + readableLine(line));
  return answerText({ lines, evidence: evidenceOf(comparison), next: nextStep(comparison) });
}
