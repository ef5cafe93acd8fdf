import { comparisonJson } from '../core/compare/comparisonJson';
import { compareRuns } from '../core/compare/compareRuns';
import { judgesToCompare } from '../core/compare/judgesToCompare';
import { comparisonText } from '../core/compare/comparisonText';
import { noiseBand } from '../core/compare/noiseBand';
import type { Comparison } from '../core/compare/comparison';
import type { DifferenceKind } from '../core/compare/runDifferences';
import type { RunSession } from '../core/engine/runSession';
import { noiseRunsOf } from '../core/revisions/noiseRunsOf';
import { promptHistory } from '../core/revisions/promptHistory';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import { modelName } from '../core/store/runManifest';
import { CliError, exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { openRun, type OpenedRun } from './openRun';

/** Options of `compare`. */
export interface CompareOptions {
  readonly store?: string;
  readonly judge?: string;
  /** Differences that are meant, so that they do not stop a verdict. */
  readonly across?: readonly DifferenceKind[];
  readonly json?: boolean;
}

/** Compares two stored runs on the samples they share. Exits with 1 when the second is worse at something. */
export async function compareCommand(
  before: string,
  after: string,
  options: CompareOptions,
  context: CliContext,
): Promise<number> {
  const [first, second] = [await openRun(before, options.store, context), await openRun(after, options.store, context)];
  const comparison = comparisonOf(first.session, second.session, {
    ...options,
    others: await sameTexts(first, second.runId, context),
  });
  if (options.json === true) context.out(comparisonJson(comparison));
  else context.out(comparisonText(comparison, { width: context.width, color: context.color }));
  return worseMetrics(comparison).length > 0 ? exitCodes.failedCheck : exitCodes.done;
}

/** Other runs of the first run's text in its store: how far they fall apart is noise. */
async function sameTexts(first: OpenedRun, second: string, context: CliContext): Promise<readonly RunSession[]> {
  const { store, session, runId } = first;
  const history = await promptHistory(store, session.manifest.prompt.path);
  const opened = await Promise.allSettled(
    noiseRunsOf(history, session, [runId, second]).map(async (id) =>
      sessionOfRun(await store.open(id), context.benchmarks),
    ),
  );
  // One that is damaged says nothing of the noise, and is none of this command's business.
  return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The comparison of two runs by the judge named, or by one that both have. Throws `CliError` for a judge that a run lacks. */
export function comparisonOf(
  before: RunSession,
  after: RunSession,
  {
    judge,
    across,
    others = [],
  }: Pick<CompareOptions, 'judge' | 'across'> & { readonly others?: readonly RunSession[] },
): Comparison {
  for (const { manifest } of judge === undefined ? [] : [before, after]) {
    const names = manifest.judges.map(modelName);
    if (judge !== undefined && !names.includes(judge))
      throw new CliError(`Run ${manifest.runId} was not judged by ${judge}. It has: ${names.join(', ')}.`);
  }
  const judges =
    judge === undefined ? judgesToCompare(before.manifest, after.manifest) : { before: judge, after: judge };
  const { seed } = after.manifest;
  return compareRuns(before, after, {
    judge: judges,
    seed,
    noise: noiseBand([before, ...others], { judge: judges.before, seed }),
    ...(across === undefined ? {} : { intended: across }),
  });
}

/** What is called worse, as `benchmark/block/metric`. */
export function worseMetrics({ benchmarks }: Comparison): readonly string[] {
  return benchmarks.flatMap(({ id, metrics }) =>
    metrics
      .filter(({ word }) => word === 'worse')
      .map((metric) => [id, metric.block ?? '', metric.id].filter((part) => part !== '').join('/')),
  );
}
