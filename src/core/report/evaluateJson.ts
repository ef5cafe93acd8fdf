import type { MetricValue } from '../benchmarks/metric';
import type { BenchmarkReport, RunReport, RunStatus, RunTotals } from './reportModel';

/** One metric of `evaluate --json` and `metrics --json`. `null` stands where there is no value, no interval or no block. */
export interface MetricJson {
  readonly id: string;
  readonly block: string | null;
  readonly value: number | null;
  readonly n: number;
  readonly excluded: number;
  readonly unit: string;
  readonly direction: string;
  readonly ci: { readonly low: number; readonly high: number; readonly level: number } | null;
  /** Only where a run has several judge models. */
  readonly judge?: string;
}

export interface BenchmarkJson {
  readonly id: string;
  readonly samples: number;
  /** Plays with a complete dialogue. */
  readonly completed: number;
  /** Plays whose reply was empty or could not be had. */
  readonly noReply: number;
  /** Plays skipped because the tutor model takes no images. */
  readonly notApplicable: number;
  readonly judgeFailed: number;
  readonly metrics: readonly MetricJson[];
}

/** What `evaluate --json` prints: other tools rely on it, so members are added and never changed. */
export interface EvaluateJson {
  readonly schemaVersion: 1;
  readonly runId: string;
  readonly runDir: string | null;
  readonly status: RunStatus;
  readonly prompt: { readonly path: string; readonly revision: string };
  readonly tutor: string;
  /** Only where a model plays the student. */
  readonly student?: string;
  readonly judges: readonly string[];
  readonly simulated: boolean;
  readonly benchmarks: readonly BenchmarkJson[];
  readonly calls: RunTotals['calls'];
  readonly tokens: RunTotals['tokens'];
  readonly cost: { readonly usd: number | null; readonly unknownModels: readonly string[] };
  /** What a reader must know before the numbers, as the table shows it. */
  readonly warnings: readonly string[];
  readonly wallMs: number;
}

/** The report as `evaluate --json` prints it. `runDir` is where the run's files are, for stores that have files. */
export function evaluateJson({ run, benchmarks, warnings }: RunReport, runDir: string | undefined): EvaluateJson {
  const { calls, tokens, cost } = run.totals;
  return {
    schemaVersion: 1,
    runId: run.id,
    runDir: runDir ?? null,
    status: run.status,
    prompt: { path: run.promptPath, revision: run.revision },
    tutor: run.tutor,
    ...(run.student === undefined ? {} : { student: run.student }),
    judges: run.judges,
    simulated: run.simulated,
    benchmarks: benchmarks.map((benchmark) => benchmarkJson(benchmark, run.judges)),
    calls,
    tokens,
    cost: { usd: cost.usd ?? null, unknownModels: cost.unknownModels },
    warnings: warnings.map(({ message }) => message),
    wallMs: run.wallMs,
  };
}

/** A metric as JSON; `judge` is given where a run has several. */
export function metricJson(metric: MetricValue, judge?: string): MetricJson {
  const { id, block, value, n, excluded, unit, direction, ci } = metric;
  return {
    id,
    block: block ?? null,
    value: value ?? null,
    n,
    excluded,
    unit,
    direction,
    ci: ci === undefined ? null : { low: ci.low, high: ci.high, level: ci.level },
    ...(judge === undefined ? {} : { judge }),
  };
}

function benchmarkJson(benchmark: BenchmarkReport, judges: readonly string[]): BenchmarkJson {
  const { id, samples, completed, noReply, failed, notApplicable, judgeFailed, blocks } = benchmark;
  const metrics = judges.flatMap((judge) =>
    blocks
      .filter((block) => block.judge === judge)
      .flatMap((block) => block.metrics.map((metric) => metricJson(metric, judges.length > 1 ? judge : undefined))),
  );
  return { id, samples, completed, noReply: noReply + failed, notApplicable, judgeFailed, metrics };
}
