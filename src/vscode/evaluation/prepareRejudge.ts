import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { newRunId } from '../../core/engine/runId';
import { planRejudge, startRejudge, wordingsLike } from '../../core/revisions/planRejudge';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { modelDestination, type ManifestModel, type RunManifest } from '../../core/store/runManifest';
import { goesByBatch } from '../batches/batchChoice';
import type { Settings } from '../settings';
import { assertNamedServers } from './assertNamedServers';
import type { PreparedRun } from './runInWindow';
import { providers } from './runProviders';
import type { PromptStore } from './runStores';

/**
 * Plans to judge the replies of a stored run again, by `judges` or else by its own, and with the own wordings of the run `like` or else
 * with those it has. Throws `RejudgeError`, `RunStoreError`, `RunSessionError`, `ServerAddressError` and `PriceCapError`.
 */
export async function prepareRejudge(
  runId: string,
  judges: readonly ManifestModel[] | undefined,
  { store }: PromptStore,
  settings: Settings,
  toolVersion: string,
  like?: Pick<RunManifest, 'benchmarks'>,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const judging = judges ?? stored.manifest.judges;
  const own = new Set(stored.manifest.judges.map(modelDestination));
  assertNamedServers({ judges: judging }, settings);
  assertCapHolds(judging, settings.caps);
  const planned = planRejudge(
    stored,
    judging,
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion,
      ...settings.caps,
      batch: goesByBatch(judging, 'asSet', settings.batch, providers),
      ...(like === undefined ? {} : { wordings: wordingsLike(stored.manifest, like) }),
    },
    benchmarks,
  );
  const { manifest, samples, records } = planned;
  return {
    session: sessionOfRun({ manifest, samples, records, problems: stored.problems }, benchmarks),
    openWriter: () => startRejudge(store, planned),
    // The same judge again is asked for its noise, or as its name stands for another model now: a cache has only what it said before.
    asksAnew: judging.some((judge) => own.has(modelDestination(judge))),
  };
}
