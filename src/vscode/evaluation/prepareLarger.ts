import type * as vscode from 'vscode';
import type { BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { newRunId } from '../../core/engine/runId';
import type { RunSession } from '../../core/engine/runSession';
import { LargerRunError, planLarger } from '../../core/revisions/planLarger';
import { sharedSamples } from '../../core/revisions/remainingSamples';
import { modelsOf } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { goesByBatch } from '../batches/batchChoice';
import { assertNamedServers } from './assertNamedServers';
import { newRun } from './prepareRun';
import { readSamples } from './readSamples';
import type { PreparedRun } from './runInWindow';
import { providers } from './runProviders';
import type { PromptStore } from './runStores';

/** What is to be settled: both runs of a comparison and the samples wanted beyond those they share. */
export interface LargerPair {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly benchmark: string;
  readonly more: number;
}

/**
 * Plans both runs of a comparison again on one benchmark with more samples, the earlier prompt first. The caps of a run hold for both
 * together: the second run has what the first one leaves. Throws `LargerRunError`, `ChoiceError` and what reading samples and planning throw.
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
  const shared = sharedSamples(before, after, benchmark);
  const now = Date.now();
  const larger = ({ manifest }: RunSession, at: number): PreparedRun => {
    assertNamedServers(manifest, settings);
    assertCapHolds(modelsOf(manifest), settings.caps);
    const request = {
      runId: newRunId(at, Math.random),
      createdAt: new Date(at).toISOString(),
      toolVersion: extension.version,
      shared,
      more,
      seed: after.manifest.seed,
      ...settings.caps,
      batch: goesByBatch(modelsOf(manifest), 'asSet', settings.batch, providers),
    };
    return newRun(planLarger(manifest, planned, request, benchmarks), prompt);
  };
  // Histories go by the time: the later prompt's run is the later one.
  return [larger(before, now), larger(after, now + 1)];
}
