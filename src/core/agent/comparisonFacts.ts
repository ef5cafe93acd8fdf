import type { Comparison, MetricComparison } from '../compare/comparison';
import type { LabelledComparison } from '../compare/comparisonSentence';
import { type DecisionKind, decisionOf, moreWords } from '../compare/decision';
import { comparedParts, isStoppedByCorrection } from '../compare/describeComparison';
import { comparisonText } from '../report/comparisonText';
import { answerText, type Evidence } from './agentAnswer';

/** A hint at most: an agent may compare many runs, and nobody counts them. Only `confirm_edit` says more. */
export function evidenceOf(comparison: Comparison): Evidence {
  if (comparison.samePrompt || comparedParts(comparison).length > 0) return 'none';
  const { kind = 'reject' } = decisionOf(comparison) ?? {};
  if (kind === 'reject' || kind === 'tradeOff') return 'none';
  const targets = comparison.benchmarks.flatMap(({ metrics }) => metrics.filter(({ role }) => role === 'target'));
  const isHint = (one: MetricComparison): boolean =>
    one.outcome === 'better' || (isStoppedByCorrection(one) && isGood(one));
  return targets.some(isHint) ? 'promising' : 'none';
}

function isGood({ direction, difference = 0, toBand }: MetricComparison): boolean {
  return direction === 'up' ? difference > 0 : direction === 'down' ? difference < 0 : (toBand?.change ?? 0) < 0;
}

const afterDecision: Readonly<Record<DecisionKind, string>> = {
  adopt:
    'Tell the author what got better, with its interval, and that nothing is proved: only confirm_edit can do that.',
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

const uncounted = 'Nobody counts how many runs were compared, so the best of many may be better by luck.';

export function comparisonFacts({ comparison, label }: LabelledComparison): string {
  const isAdopted = decisionOf(comparison)?.kind === 'adopt';
  const text = comparisonText(isAdopted ? { ...comparison, namedAfter: uncounted } : comparison, plainPage, label);
  return answerText({ text, evidence: evidenceOf(comparison), next: nextStep(comparison) });
}
