import type { Benchmark } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { ManifestModel, RunManifest } from '../store/runManifest';

/** What a manifest says of a benchmark's judges: the version of each wording, and whether the offline judge is a learned one. */
export function plannedJudges(
  benchmark: Benchmark,
  models: readonly ManifestModel[],
  policy: ProtocolPolicy,
): Pick<RunManifest['benchmarks'][number], 'judgeVersions' | 'learnedJudge'> {
  const { judges, learnedJudge } = benchmark;
  return {
    judgeVersions: {
      ...Object.fromEntries(judges.map(({ id, version }) => [id, version])),
      ...benchmark.versionsUnder?.(policy),
    },
    ...(learnedJudge !== undefined && models.some(({ simulated }) => simulated) ? { learnedJudge: true } : {}),
  };
}
