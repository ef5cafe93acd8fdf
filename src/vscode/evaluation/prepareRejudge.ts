import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { withOwnPrices } from '../../core/engine/serverAddress';
import { newRunId } from '../../core/engine/runId';
import { asksAnew, planRejudge, startRejudge, wordingsLike } from '../../core/revisions/planRejudge';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { underName } from '../../core/revisions/promptNames';
import type { AskedModels, ManifestModel, RunManifest } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { providersOf } from './runProviders';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** Whose replies are to be judged again, and how. */
export interface Rejudging {
  readonly runId: string;
  /** The name that its prompt has now. */
  readonly name: string;
  /** The run whose judges and own wordings are taken; `undefined` for those that the run has itself. */
  readonly like: Pick<RunManifest, 'judges' | 'benchmarks'> | undefined;
}

/** What planning a run from a stored one needs of the editor. */
export interface RejudgeSurroundings {
  readonly toolVersion: string;
  /** Throws for a server that the settings do not name. */
  assertServers(models: AskedModels): void;
  /** Whether these models are asked in batches. Throws `ChoiceError`. */
  goesByBatch(models: readonly ManifestModel[]): boolean;
}

/**
 * Plans to judge the replies of a stored run again. Throws `RejudgeError`, `RunStoreError`, `RunSessionError`, `PriceCapError` and what
 * `surroundings` throw.
 */
export async function prepareRejudge(
  { runId, name, like }: Rejudging,
  { store }: Pick<PromptStore, 'store'>,
  { caps, connections }: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections'>>,
  surroundings: RejudgeSurroundings,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const named = like?.judges ?? stored.manifest.judges;
  surroundings.assertServers({ judges: named });
  const judges = withOwnPrices(named, providersOf({ connections }));
  assertCapHolds(judges, caps);
  const planned = planRejudge(
    stored,
    judges,
    {
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: surroundings.toolVersion,
      ...caps,
      batch: surroundings.goesByBatch(judges),
      ...(like === undefined ? {} : { wordings: wordingsLike(stored.manifest, like) }),
    },
    benchmarks,
  );
  const { samples, records } = planned;
  const manifest = underName(planned.manifest, name);
  return {
    session: sessionOfRun({ manifest, samples, records, problems: stored.problems }, benchmarks),
    openWriter: () => startRejudge(store, { manifest, samples, records }),
    asksAnew: asksAnew(stored.manifest, judges),
  };
}
