import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { withOwnPrices } from '../../core/engine/serverAddress';
import type { RunCaps } from '../../core/engine/runCaps';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { askedModels, type AskedModels, askedRoles, type RunManifest } from '../../core/store/runManifest';
import type { Settings } from '../settings';
import { providersOf } from './runProviders';
import { capsOfRun, type PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** How a stored run is to go on. */
export interface Resumption {
  /** Caps that hold for it in the place of those of the settings. */
  readonly raised?: RunCaps | undefined;
  /** False where it only takes what its batches have answered, under no cap. */
  readonly sends: boolean;
  /** Whether the user of this machine has agreed to what the run sends. */
  isAgreed(manifest: RunManifest): boolean;
  /** Throws for a server that the settings do not name. */
  assertServers(models: AskedModels): void;
}

/**
 * Makes a stored run ready to go on. Throws what `assertServers` throws, `RunStoreError`, `RunSessionError`, and `PriceCapError` where
 * a cap on cost cannot be held for a model that would be asked.
 */
export async function prepareResume(
  runId: string,
  { store }: Pick<PromptStore, 'store'>,
  settings: Pick<Settings, 'caps'> & Partial<Pick<Settings, 'connections'>>,
  resumption: Resumption,
): Promise<PreparedRun> {
  const stored = await store.open(runId);
  const { manifest } = stored;
  const { raised, sends } = resumption;
  resumption.assertServers(askedRoles(manifest));
  const run: PreparedRun = {
    session: sessionOfRun(stored, benchmarks),
    raised,
    isForeign: !resumption.isAgreed(manifest),
    openWriter: () => store.reopen(runId),
    // The judges may be asked again for their noise, of which a cache has none: the run does not say whether they are.
    asksAnew: manifest.rejudgedFrom !== undefined,
  };
  if (sends)
    assertCapHolds(withOwnPrices(askedModels(manifest), providersOf(settings)), capsOfRun(run, settings.caps).caps);
  return run;
}
