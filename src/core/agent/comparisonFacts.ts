import type { Comparison, MetricComparison } from '../compare/comparison';
import type { LabelledComparison } from '../compare/comparisonSentence';
import { type DecisionKind, decisionOf, moreWords } from '../compare/decision';
import { comparedParts, isStoppedByCorrection } from '../compare/describeComparison';
import { comparisonText } from '../report/comparisonText';
import { hasBeaten } from '../report/runTrust';
import { answerText, type Evidence } from './agentAnswer';

/** Whether the later prompt is an improvement. Simulated runs and two runs of one prompt say nothing about that. */
export function evidenceOf(comparison: Comparison): Evidence {
  if (comparison.samePrompt || comparedParts(comparison).length > 0) return 'none';
  const { kind, needsBaseline = false } = decisionOf(comparison) ?? {};
  const targets = comparison.benchmarks.flatMap(({ metrics }) => metrics.filter(({ role }) => role === 'target'));
  const isBetter = targets.some(({ outcome }) => outcome === 'better');
  if (kind === 'adopt') return hasBeaten(comparison.judgeDoubts) ? 'supported' : 'proved';
  if (kind !== 'notSettled' && kind !== 'chosenAfterwards') return 'none';
  if (isBetter && kind === 'notSettled' && !needsBaseline) return 'supported';
  return isBetter || targets.some((one) => isStoppedByCorrection(one) && isGood(one)) ? 'promising' : 'none';
}

function isGood({ direction, difference = 0, toBand }: MetricComparison): boolean {
  return direction === 'up' ? difference > 0 : direction === 'down' ? difference < 0 : (toBand?.change ?? 0) < 0;
}

const afterDecision: Readonly<Record<DecisionKind, string>> = {
  adopt: 'The edit may stay. Tell the author which targets got better, with their intervals.',
  reject: 'The edit is no improvement. Take it back or try another one.',
  tradeOff: 'Call the edit no improvement. Tell the author what got better and what got worse.',
  notSettled: 'Call the edit no improvement yet.',
  chosenAfterwards: 'Name the targets in the front matter, then evaluate both texts again.',
};

function nextStep(comparison: Comparison): string {
  const simulated = comparedParts(comparison).join(', ');
  if (simulated !== '') return `Evaluate both texts with real models: what is simulated (${simulated}) proves nothing.`;
  if (comparison.samePrompt) return 'Compare two texts: both runs have the same prompt, so no edit is tested.';
  const decision = decisionOf(comparison);
  if (decision === undefined) return 'Evaluate both texts alike, on the same samples: nothing could be tested.';
  const more = moreWords(decision);
  return `${afterDecision[decision.kind]}${more === undefined ? '' : ` To settle it: ${more}.`}`;
}

export const plainPage = { width: 110, color: false };

export function comparisonFacts({ comparison, label }: LabelledComparison): string {
  const text = comparisonText(comparison, plainPage, label);
  return answerText({ text, evidence: evidenceOf(comparison), next: nextStep(comparison) });
}
