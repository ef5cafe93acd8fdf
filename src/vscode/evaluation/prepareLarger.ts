import type * as vscode from 'vscode';
import type { BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { newRunId } from '../../core/engine/runId';
import type { RunSession } from '../../core/engine/runSession';
import { LargerRunError, planLarger } from '../../core/revisions/planLarger';
import { modelsOf } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { assertNamedServers } from './assertNamedServers';
import { newRun } from './prepareRun';
import { readSamples } from './readSamples';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** What is to be settled: both runs of a comparison and the samples wanted beyond those they share. */
export interface LargerPair {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly benchmark: string;
  readonly more: number;
}

/**
 * Plans both runs of a comparison again on one benchmark with more samples, the earlier prompt first. Throws `LargerRunError`
 * and what reading samples and planning throw.
 */
export async function prepareLarger(
  { before, after, benchmark: id, more }: LargerPair,
  prompt: PromptStore,
  settings: Settings,
  uri: vscode.Uri,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): Promise<readonly [PreparedRun, PreparedRun]> {
  const benchmark = benchmarks.get(id as BenchmarkId);
  if (benchmark === undefined) throw new LargerRunError(`There is no benchmark “${id}”.`);
  const planned = await readSamples(benchmark, settings, uri, extension.uri, benchmarks);
  const shared = sharedSamples(before, after, id);
  const larger = ({ manifest }: RunSession): PreparedRun => {
    assertNamedServers(manifest, settings);
    assertCapHolds(modelsOf(manifest), settings.maxCostUsd);
    const request = {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: extension.version,
      shared,
      more,
      seed: after.manifest.seed,
      maxCostUsd: settings.maxCostUsd,
    };
    return newRun(planLarger(manifest, planned, request, benchmarks), prompt);
  };
  return [larger(before), larger(after)];
}

function sharedSamples(before: RunSession, after: RunSession, benchmark: string): number {
  const idsOf = ({ items }: RunSession): ReadonlySet<string> =>
    new Set(items.filter((item) => item.benchmark.id === benchmark).map(({ sample }) => sample.id));
  const later = idsOf(after);
  return [...idsOf(before)].filter((id) => later.has(id)).length;
}
