import type { Benchmark } from '../benchmarks/benchmark';
import type { ManifestModel, RunManifest } from '../store/runManifest';

/** What a manifest says of a benchmark's judges: the version of each wording, and whether the offline judge is a learned one. */
export function plannedJudges(
  { judges, learnedJudge }: Benchmark,
  models: readonly ManifestModel[],
): Pick<RunManifest['benchmarks'][number], 'judgeVersions' | 'learnedJudge'> {
  return {
    judgeVersions: Object.fromEntries(judges.map(({ id, version }) => [id, version])),
    ...(learnedJudge !== undefined && models.some(({ simulated }) => simulated) ? { learnedJudge: true } : {}),
  };
}
