import type { Benchmark } from '../benchmark/benchmark';
import { modelName, type SimulatedPart, simulatedPartsOn } from '../store/runManifest';
import type { RunSession } from '../run/runSession';
import { holmAdjusted, holmLevels } from '../statistics/holm';
import { compareBenchmark } from './compareBenchmark';
import { comparedMetric } from './comparedMetric';
import { calledBelow } from './comparisonWord';
import type { BenchmarkComparison, ComparedRun, Comparison, ComparisonOptions } from './comparison';
import { bandOf } from './noiseBand';
import { sortNoiseRuns } from './noiseRuns';
import { bearsOn, runDifferences } from './runDifferences';

/** Compares two runs: a second of computation for some ten thousand verdicts. */
export function compareRuns(before: RunSession, after: RunSession, options: ComparisonOptions): Comparison {
  const { resamples = 10_000, draws = 20_000, level = 0.95, seed, judge, intended = [], others = [] } = options;
  const differences = runDifferences(before, after, judge);
  // Whatever is passed, only runs that differ from the earlier one by chance alone say what is chance.
  const alike = sortNoiseRuns([before, ...others], judge.before).groups.flat();
  const further = alike.filter((run) => run !== before && run.manifest.runId !== after.manifest.runId);
  const obstacles = differences.filter(({ kind, breaks }) => breaks && !intended.includes(kind));
  const found = sharedBenchmarks(before, after).map((benchmark) => {
    const inference = { resamples, draws, level, seed: `${seed}/${benchmark.id}` };
    return compareBenchmark(benchmark, { before, after, others: further }, judge, inference);
  });
  const isSimulated = before.manifest.tutor.simulated || after.manifest.tutor.simulated;
  const withoutVerdicts = isSimulated && options.allowSimulated !== true;
  const rows = found.flatMap(({ metrics }) => metrics);
  const ps = rows.map(({ inference }) => (withoutVerdicts ? undefined : inference?.p));
  const corrected = holmAdjusted(ps);
  const levels = holmLevels(ps, calledBelow);
  let place = 0;
  const benchmarks = found.map(({ benchmark, metrics, flips, samples }): BenchmarkComparison => ({
    id: benchmark.id,
    title: benchmark.title,
    ...partsOf([...partsOn(before, judge.before, [benchmark]), ...partsOn(after, judge.after, [benchmark])]),
    blocks: benchmark.blocks.map(({ id, title }) => ({ id, title })),
    samples,
    metrics: metrics.map(({ prepared, inference }) => {
      const planLevel = levels[place];
      const pCorrected = corrected[place++];
      const isUnlike = obstacles.some((difference) => bearsOn(difference, benchmark.id, prepared.definition.judges));
      const noise = bandOf(options.noise, benchmark.id, prepared.definition)?.halfWidth;
      const limits = { margin: options.margin, smallest: options.smallest ?? 0 };
      return comparedMetric(prepared, { inference, pCorrected, planLevel, isUnlike, withoutVerdicts, noise }, limits);
    }),
    flips,
  }));
  return {
    schemaVersion: 1,
    before: comparedRun(before, judge.before, benchmarks),
    after: comparedRun(after, judge.after, benchmarks),
    samePrompt: before.manifest.prompt.revision === after.manifest.prompt.revision,
    comparable: obstacles.length === 0,
    ...(withoutVerdicts ? { withoutVerdicts } : {}),
    differences,
    intended,
    tested: corrected.filter((p) => p !== undefined).length,
    level,
    resamples,
    draws,
    seed,
    benchmarks,
    ...(options.noise === undefined ? {} : { noise: options.noise }),
  };
}

/** Benchmarks with work in both runs, in the order of the earlier one. */
function sharedBenchmarks(before: RunSession, after: RunSession): readonly Benchmark[] {
  const later = new Set(after.items.map(({ benchmark }) => benchmark.id));
  const earlier = new Map(before.items.map(({ benchmark }) => [benchmark.id, benchmark]));
  return [...earlier.values()].filter(({ id }) => later.has(id));
}

type Named = readonly { readonly id: string }[];

/** Which parts of a run are simulated on these benchmarks, as far as this judge goes. */
function partsOn({ manifest }: RunSession, judge: string, benchmarks: Named): readonly SimulatedPart[] {
  const judging = manifest.judges.filter((model) => modelName(model) === judge);
  return simulatedPartsOn(
    manifest,
    benchmarks.map(({ id }) => id),
    judging,
  );
}

function partsOf(parts: readonly SimulatedPart[]): Pick<ComparedRun, 'simulatedParts'> {
  return parts.length === 0 ? {} : { simulatedParts: [...new Set(parts)] };
}

function comparedRun(run: RunSession, judge: string, benchmarks: Named): ComparedRun {
  const { manifest } = run;
  const { prompt, tutor } = manifest;
  const parts = partsOn(run, judge, benchmarks);
  return {
    id: manifest.runId,
    promptPath: prompt.path,
    promptName: prompt.name,
    revision: prompt.revision,
    createdAt: manifest.createdAt,
    tutor: modelName(tutor),
    judge,
    simulated: parts.length > 0,
    ...partsOf(parts),
  };
}
