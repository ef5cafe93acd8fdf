import type { Benchmark } from '../core/benchmarks/benchmark';
import type { RunReport } from '../core/report/reportModel';
import { simulatedOn, simulatedTitle } from '../core/report/simulatedWords';
import { CliError } from './cliError';

/** A lower bound on metrics: `P-Redirect=0.6`, `accErr/O-Advance=0.7`, `mrbench/coherence=90`, `guideeval/accErr/O-Advance=0.7`. */
export interface Threshold {
  readonly text: string;
  readonly path: readonly string[];
  readonly value: number;
}

/** Reads `--fail-under` options; each must name a metric of a chosen benchmark. Throws `CliError`. */
export function parseThresholds(texts: readonly string[], benchmarks: readonly Benchmark[]): readonly Threshold[] {
  return texts.map((text) => {
    const match = /^(?<metric>[^=]+)=(?<value>-?(?:\d+(?:\.\d+)?|\.\d+))$/.exec(text.trim());
    const metric = match?.groups?.metric;
    if (metric === undefined)
      throw new CliError(`--fail-under ${text}: write METRIC=NUMBER, for instance P-Redirect=0.6.`);
    const path = metric.split('/');
    const names = benchmarks.flatMap((benchmark) =>
      benchmark.metrics.map(({ id, block }) => [benchmark.id, block ?? '', id]),
    );
    if (!names.some((name) => fits(name, path))) {
      const known = [...new Set(names.map((name) => name.at(-1)))].join(', ');
      throw new CliError(`--fail-under ${text}: there is no metric “${metric}”. Known: ${known}.`);
    }
    const value = Number(match?.groups?.value);
    const fitting = benchmarks.flatMap((benchmark) =>
      benchmark.metrics.filter(({ id, block }) => fits([benchmark.id, block ?? '', id], path)),
    );
    if (value > 0 && value < 1 && fitting.every(({ unit }) => unit === 'percent')) {
      // 0.57 times 100 is not quite 57.
      const percent = Number((value * 100).toPrecision(12));
      throw new CliError(
        `--fail-under ${text}: “${metric}” is in percent; write ${metric}=${percent} for ${percent} %.`,
      );
    }
    return { text, path, value };
  });
}

/**
 * One line for each metric below its threshold, for every judge and block that the name fits. A metric without a value
 * fails too: what could not be measured has not been shown to hold. The vote of several judges does not gate.
 */
export function checkThresholds(thresholds: readonly Threshold[], report: RunReport): readonly string[] {
  return thresholds.flatMap((threshold) => {
    const fitting = report.benchmarks.flatMap((benchmark) => {
      const mark = simulatedTitle(simulatedOn(report.run, benchmark.title));
      return benchmark.blocks
        .filter(({ judge }) => report.run.judges.includes(judge))
        .flatMap((block) =>
          block.metrics
            .filter(({ id }) => fits([benchmark.id, block.id, id], threshold.path))
            .map((metric) => ({ metric, where: `${benchmark.id}/${block.id}/${metric.id} (${block.judge})`, mark })),
        );
    });
    if (fitting.length === 0) return [`${threshold.text}: nothing was measured.`];
    return fitting.flatMap(({ metric, where, mark }) => {
      if (metric.value === undefined) {
        const why = metric.lacking === undefined ? '' : ` (${metric.lacking})`;
        return [`${where} is n/a${why}, so it is not shown to reach ${threshold.value}.${mark}`];
      }
      return metric.value < threshold.value
        ? [`${where} is ${metric.value.toFixed(4)} (n = ${metric.n}), below ${threshold.value}.${mark}`]
        : [];
    });
  });
}

/** Whether a path names this metric: its end, or benchmark and metric without the block between them. */
function fits(name: readonly string[], path: readonly string[]): boolean {
  const [benchmark, , metric] = name;
  if (path.length === 2 && path[0] === benchmark && path[1] === metric) return true;
  return path.length <= name.length && path.every((part, index) => part === name[name.length - path.length + index]);
}
