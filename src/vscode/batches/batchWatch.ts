import { serverTitle } from '../../core/engine/serverAddress';
import { leftBatches } from '../../core/engine/batch/leftBatches';
import type { RunEvent } from '../../core/engine/runEvent';
import type { RunSession } from '../../core/engine/runSession';
import { FileBatchLog } from '../../core/store/batchLog';
import type { FileRunStore } from '../../core/store/fileRunStore';
import { askedModels, type RunManifest, sourceOf } from '../../core/store/runManifest';
import type { PanelBatches, PanelBatchWait } from '../../protocol/panelState';
import { providers } from '../evaluation/runProviders';

type BatchEvent = Extract<RunEvent, { kind: 'batches' }>;

/** The batches of the run that a panel shows: heard of while the run goes on, read from its record while it is at rest. */
export class BatchWatch {
  #state: PanelBatches | undefined;

  /** `undefined` where no call of the run is in a batch. */
  get state(): PanelBatches | undefined {
    return this.#state;
  }

  /** Calls that wait for batches which somebody looks at; 0 for a run at rest. */
  get waitingCalls(): number {
    if (this.#state?.isFollowed !== true) return 0;
    return this.#state.waits.reduce((sum, { calls }) => sum + calls, 0);
  }

  /** No run is shown, or one that has only begun to go on. */
  clear(): void {
    this.#state = undefined;
  }

  /** Takes up what a run that goes on says. */
  heard(event: RunEvent, manifest: RunManifest): void {
    if (event.kind !== 'batches') return;
    const provider = providerName(event.provider, manifest);
    const others = (this.#state?.isFollowed === true ? this.#state.waits : []).filter(
      (wait) => wait.provider !== provider,
    );
    const waits = event.calls === 0 ? others : [...others, waitOf(event, provider)];
    this.#state = waits.length === 0 ? undefined : { isFollowed: true, waits };
  }

  /** Reads what a run at rest has left with its providers. A record that cannot be read is taken for an empty one. */
  async read(session: RunSession, store: FileRunStore): Promise<void> {
    const { manifest } = session;
    const log = new FileBatchLog(store.directoryOf(manifest.runId));
    const left = await leftBatches(session, log).catch(() => []);
    const waits = left.map(({ provider, batches, calls, since }): PanelBatchWait => {
      return { provider: providerName(provider, manifest), batches, calls, since };
    });
    this.#state = waits.length === 0 ? undefined : { isFollowed: false, waits };
  }
}

function waitOf(event: BatchEvent, provider: string): PanelBatchWait {
  const { batches, calls, done, collected, since, lookedAt, nextLookAt } = event;
  return {
    provider,
    batches,
    calls,
    done,
    collected,
    since: isoOf(since),
    lookedAt: isoOf(lookedAt),
    nextLookAt: isoOf(nextLookAt),
  };
}

function isoOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** With the address where it is not the provider's own server. */
export function providerName(id: string, manifest: RunManifest): string {
  const baseUrl = askedModels(manifest).find((model) => sourceOf(model) === id)?.baseUrl;
  return serverTitle({ title: providers.get(id)?.title ?? id, baseUrl });
}
