import { comparisonJson } from '../core/compare/comparisonJson';
import { compareRuns } from '../core/compare/compareRuns';
import { comparisonText } from '../core/compare/comparisonText';
import type { Comparison } from '../core/compare/comparison';
import type { DifferenceKind } from '../core/compare/runDifferences';
import type { RunSession } from '../core/engine/runSession';
import { modelName } from '../core/store/runManifest';
import { CliError, exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { openRun } from './openRun';

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
  const comparison = comparisonOf(first.session, second.session, options);
  if (options.json === true) context.out(comparisonJson(comparison));
  else context.out(comparisonText(comparison, { width: context.width, color: context.color }));
  return worseMetrics(comparison).length > 0 ? exitCodes.failedCheck : exitCodes.done;
}

/** The comparison of two runs by one judge: the one named, or the first of each. Throws `CliError` for a judge that a run lacks. */
export function comparisonOf(
  before: RunSession,
  after: RunSession,
  { judge, across }: Pick<CompareOptions, 'judge' | 'across'>,
): Comparison {
  const chosen = (session: RunSession): string => {
    const names = session.manifest.judges.map(modelName);
    const name = judge ?? names[0] ?? '';
    if (names.includes(name)) return name;
    throw new CliError(`Run ${session.manifest.runId} was not judged by ${name}. It has: ${names.join(', ')}.`);
  };
  return compareRuns(before, after, {
    judge: { before: chosen(before), after: chosen(after) },
    seed: after.manifest.seed,
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
