import { groupedBy } from '../benchmark/samples';
import type { RunManifest } from '../store/runManifest';
import { countOf, countWords, t } from '../text/countWords';
import type { BenchmarkReport, CaseSummary } from './reportModel';

type BenchmarkCases = Pick<BenchmarkReport, 'id' | 'cases'>;

/** Whether a trial has no failing verdict; `undefined` without a usable verdict. */
export function passes({ chips }: Pick<CaseSummary, 'chips'>): boolean | undefined {
  if (chips.some(({ outcome }) => outcome === 'undesired')) return false;
  return chips.some(({ outcome }) => outcome !== 'unscored') ? true : undefined;
}

/** Whether each trial passes, by `benchmark/sample`, the first trial first. */
export function trialsBySample(
  benchmarks: readonly BenchmarkCases[],
): ReadonlyMap<string, readonly (boolean | undefined)[]> {
  const trials = benchmarks.flatMap(({ id, cases }) => cases.map((one) => ({ ...one, key: `${id}/${one.sampleId}` })));
  const sorted = trials.sort((left, right) => left.repeat - right.repeat);
  return new Map([...groupedBy(sorted, ({ key }) => key)].map(([key, own]) => [key, own.map(passes)]));
}

/** The sentence of a run that explores failing cases: counts, and what chance alone would give, where that is known. */
export function exploredWords(
  { explored }: Pick<RunManifest, 'explored'>,
  benchmarks: readonly BenchmarkCases[],
): string | undefined {
  if (explored === undefined) return undefined;
  const trials = [...trialsBySample(benchmarks).values()].map(([first]) => first);
  const judged = trials.filter((pass) => pass !== undefined);
  const now = judged.filter(Boolean).length;
  const { chance } = explored;
  const expected =
    chance === undefined
      ? t`the number expected by chance is unknown until the earlier prompt is run again`
      : t`about ${Math.round(chance.share * judged.length)} would by chance (${countWords(chance.trials, 'failing reply', 'failing replies')} of the earlier prompt were repeated)`;
  const unscored = trials.length - judged.length;
  const left = unscored === 0 ? '' : t` ${countOf(unscored, trials.length, 'case', 'cases')} unscored.`;
  return t`Explored failing cases: ${now} of ${judged.length} pass now; ${expected}.${left} Read these replies; they are never compared.`;
}
