import type { PromptHistory } from './promptHistory';

/** Runs that are opened to read the noise from; more make it surer, and each has to be read. */
const mostRuns = 4;
/** Verdicts of a run beyond which it is not opened for its noise alone. */
const mostVerdicts = 5_000;

/** What a run evaluated, as its manifest or a history has it. */
export interface EvaluatedData {
  readonly revision: string;
  readonly benchmarks: readonly { readonly id: string; readonly dataHash: string }[];
}

/** Other runs of the earlier run's text that have what it has: they differ by chance alone. The latest first. */
export function noiseRunsOf(history: PromptHistory, run: EvaluatedData, taken: readonly string[]): readonly string[] {
  const runs = history.revisions.find(({ revision }) => revision === run.revision)?.runs ?? [];
  const wanted = new Map(run.benchmarks.map(({ id, dataHash }) => [id, dataHash]));
  return runs
    .filter(({ id, summary, benchmarks }) => {
      if (taken.includes(id) || summary === undefined) return false;
      const verdicts = summary.benchmarks.reduce((sum, benchmark) => sum + benchmark.verdicts, 0);
      return verdicts <= mostVerdicts && benchmarks.some((entry) => wanted.get(entry.id) === entry.dataHash);
    })
    .slice(0, mostRuns)
    .map(({ id }) => id);
}
