import type { SimulatedPart } from '../store/simulatedParts';
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

/** Which parts of a run are simulated on the benchmark of this title: a judge that learned from people's labels is not. */
export function simulatedOn(
  { simulatedParts, learnedJudges = [] }: Pick<RunHeader, 'simulatedParts' | 'learnedJudges'>,
  title: string,
): readonly SimulatedPart[] {
  return simulatedParts.filter((part) => part !== 'judge' || !learnedJudges.includes(title));
}
