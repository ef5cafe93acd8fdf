import { loadSamples, SampleFileError } from '../core/engine/loadSamples';
import type { BenchmarkId } from '../core/benchmarks/benchmark';
import { metricJson } from '../core/report/evaluateJson';
import { metricLines } from '../core/report/terminalTable';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { readInput } from './readInput';
import { reportRecordProblems } from './recordProblems';

/** Computes a benchmark's metrics from labels that people gave: no model is called. */
export async function metricsCommand(
  benchmarkId: string,
  file: string,
  options: { readonly json?: boolean },
  context: CliContext,
): Promise<number> {
  const benchmark = context.benchmarks.get(benchmarkId as BenchmarkId);
  if (benchmark === undefined) {
    throw new CliError(`There is no benchmark “${benchmarkId}”. Known: ${[...context.benchmarks.keys()].join(', ')}.`);
  }
  if (benchmark.labelledMetrics === undefined)
    throw new CliError(`${benchmark.title} data carries no labels to compute metrics from.`);
  const text = await readInput(file, 'The label file');
  let groups;
  try {
    const loaded = loadSamples(benchmark, { name: file, text }, context.benchmarks.values());
    reportRecordProblems(
      loaded.problems.filter((problem) => problem.severity === 'error'),
      file,
      context,
    );
    groups = benchmark.labelledMetrics(loaded.samples).filter((group) => group.metrics.length > 0);
  } catch (error) {
    if (SampleFileError.is(error)) throw new CliError(error.message);
    throw error;
  }
  if (groups.length === 0)
    throw new CliError(`${file} holds no labels. Give a file whose replies carry them, such as MRBench V1.`);
  if (options.json === true) {
    const shown = groups.map(({ id, metrics }) => ({ id, metrics: metrics.map((metric) => metricJson(metric)) }));
    context.document(`${JSON.stringify({ schemaVersion: 1, benchmark: benchmark.id, groups: shown }, undefined, 2)}\n`);
    return 0;
  }
  for (const { id, metrics } of groups)
    context.out(`${foreignText(id)}\n${metricLines(metrics, { width: context.width, color: context.color })}\n`);
  return 0;
}
