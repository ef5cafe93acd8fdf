import type { Comparison } from '../compare/comparison';
import type { SimulatedPart } from '../store/runManifest';
import type { RunHeader } from './reportModel';

/** `simulated` where tutor and judge are, else which part is: `simulated tutor`. Empty for none. */
export function simulatedWords(parts: readonly SimulatedPart[]): string {
  if (parts.length === 0) return '';
  return parts.includes('tutor') && parts.includes('judge') ? 'simulated' : `simulated ${parts.join(' and ')}`;
}

/** The same in brackets behind a title. */
export function simulatedTitle(parts: readonly SimulatedPart[]): string {
  return parts.length === 0 ? '' : ` (${simulatedWords(parts)})`;
}

/** What a comparison without verdicts says of itself. */
export const noVerdicts =
  'No verdicts: a simulated tutor had a part, and what rules write says nothing about how a model teaches.';

/** Which parts of either run are simulated. */
export function comparedParts({ before, after }: Pick<Comparison, 'before' | 'after'>): readonly SimulatedPart[] {
  return [...new Set([before, after].flatMap(({ simulatedParts = [] }) => simulatedParts))];
}

/** The same in brackets behind what the comparison says. */
export function comparedMark(comparison: Pick<Comparison, 'before' | 'after'>): string {
  return simulatedTitle(comparedParts(comparison));
}

/** Which parts of a run are simulated on the benchmark of this title: a judge that learned from people's labels is not. */
export function simulatedOn(
  { simulatedParts, learnedJudges = [] }: Pick<RunHeader, 'simulatedParts' | 'learnedJudges'>,
  title: string,
): readonly SimulatedPart[] {
  return simulatedParts.filter((part) => part !== 'judge' || !learnedJudges.includes(title));
}
