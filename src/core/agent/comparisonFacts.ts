import type { Comparison, MetricComparison } from '../compare/comparison';
import type { LabelledComparison } from '../compare/comparisonSentence';
import { type DecisionKind, decisionOf, moreWords } from '../compare/decision';
import { comparedParts, isStoppedByCorrection } from '../compare/describeComparison';
import { comparisonText } from '../report/comparisonText';
import { boundedText } from '../text/readableText';
import { type AgentAnswer, answerText, largestPage, plainPage } from './agentAnswer';

function isGood({ direction, difference = 0, toBand }: MetricComparison): boolean {
  return direction === 'up' ? difference > 0 : direction === 'down' ? difference < 0 : (toBand?.change ?? 0) < 0;
}

const afterDecision: Readonly<Record<DecisionKind, string>> = {
  adopt: 'Tell the author what got better, with its interval. Nothing is proved: only confirm_edit can do that.',
  reject: 'The edit is no improvement. Take it back or try another one.',
  tradeOff: 'Call the edit no improvement. Tell the author what got better and what got worse.',
  notSettled: 'Call the edit no improvement yet.',
  chosenAfterwards: 'Name the targets in the front matter, then evaluate both texts again.',
};

/** A hint at most: an agent may compare many runs, and nobody counts them. Only `confirm_edit` says more. */
function factsOf(comparison: Comparison): Pick<AgentAnswer, 'evidence' | 'next'> {
  const simulated = comparedParts(comparison).join(', ');
  if (simulated !== '')
    return { next: `Evaluate both texts with real models: what is simulated (${simulated}) proves nothing.` };
  if (comparison.samePrompt) return { next: 'Compare two texts: these runs have the same prompt.' };
  const decision = decisionOf(comparison);
  if (decision === undefined) return { next: 'Evaluate both texts alike, on the same samples: nothing was tested.' };
  const more = moreWords(decision);
  const next = `${afterDecision[decision.kind]}${more === undefined ? '' : ` To settle it: ${more}.`}`;
  const isWorse = decision.kind === 'reject' || decision.kind === 'tradeOff';
  const targets = comparison.benchmarks.flatMap(({ metrics }) => metrics.filter(({ role }) => role === 'target'));
  const isHint = targets.some((one) => one.outcome === 'better' || (isStoppedByCorrection(one) && isGood(one)));
  return { evidence: isHint && !isWorse ? 'promising' : 'none', next };
}

const uncounted = 'Nobody counts how many runs were compared, so the best of many may be better by luck.';

export function comparisonFacts({ comparison, label }: LabelledComparison): string {
  const isAdopted = decisionOf(comparison)?.kind === 'adopt';
  const text = comparisonText(isAdopted ? { ...comparison, namedAfter: uncounted } : comparison, plainPage, label);
  // Names of prompts, labels and versions of models come from others.
  const material = [{ title: 'comparison', text: boundedText(text, largestPage) }];
  return answerText({ text: 'Compared:', material, ...factsOf(comparison) });
}
