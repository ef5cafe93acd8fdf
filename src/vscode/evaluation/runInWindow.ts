import type * as vscode from 'vscode';
import { systemClock } from '../../core/engine/clock';
import { executeRun } from '../../core/engine/executeRun';
import { FileReplyCache } from '../../core/engine/fileReplyCache';
import type { RunEvent } from '../../core/engine/runEvent';
import type { RunSession } from '../../core/engine/runSession';
import { providerRegistry } from '../../core/providers/providerRegistry';
import { endpointsOfRun } from '../../core/revisions/endpointsOfRun';
import type { RunWriter } from '../../core/store/runStore';
import type { ApiKeys } from '../models/apiKeys';
import type { Settings } from '../settings';
import type { PromptStore } from './runStores';

/** Providers by id. */
export const providers = new Map(providerRegistry.map((entry) => [entry.id, entry]));

/** A run that is ready to start or to go on. */
export interface PreparedRun {
  readonly session: RunSession;
  /** True where stored answers would hide what is to be measured. */
  readonly asksAnew?: boolean;
  /** Makes the run in the store or takes its lock. Throws `RunStoreError`. */
  openWriter(): Promise<RunWriter>;
}

/** What a run needs of the window. */
export interface RunSurroundings {
  readonly prompt: PromptStore;
  readonly settings: Settings;
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly signal: AbortSignal;
  /** US dollars that went before it from the same cap. */
  readonly spentUsd: number;
  onStarted(): void;
  onEvent(event: RunEvent): void;
}

/** Runs to the end, or until the signal. Models are connected before anything is written: a missing key leaves no run behind. */
export async function runInWindow(run: PreparedRun, window: RunSurroundings): Promise<void> {
  const { session } = run;
  const { prompt, settings, keys, log, signal } = window;
  const found = new Map(await Promise.all([...providers.keys()].map(async (id) => [id, await keys.get(id)] as const)));
  const onEvent = (event: RunEvent): void => {
    logEvent(log, event);
    window.onEvent(event);
  };
  const endpoints = endpointsOfRun(session.manifest, {
    entries: providers,
    keyFor: (provider) => found.get(provider) ?? '',
    concurrency: settings.concurrency,
    onEvent,
  });
  const writer = await run.openWriter();
  window.onStarted();
  log.info(`Run ${session.manifest.runId}: ${session.items.length} items.`);
  const cache =
    settings.cache && run.asksAnew !== true ? new FileReplyCache(prompt.root, settings.cacheLimits) : undefined;
  // A run keeps the cap it was started with unless the setting names one now.
  const capUsd = settings.maxCostUsd ?? session.manifest.maxCostUsd;
  try {
    await executeRun(
      session,
      {
        ...endpoints,
        writer,
        images: prompt.store.images,
        cache,
        clock: systemClock,
        random: Math.random,
        onEvent,
        maxCostUsd: capUsd === undefined ? undefined : Math.max(0, capUsd - window.spentUsd),
      },
      signal,
    );
  } finally {
    await writer.close();
    await cache?.close();
  }
}

function logEvent(log: vscode.LogOutputChannel, event: RunEvent): void {
  if (event.kind === 'retrying')
    log.warn(`${event.provider}: ${event.failure}, trying again in ${Math.round(event.delayMs)} ms. ${event.message}`);
  if (event.kind === 'limit') log.info(`${event.provider}: ${event.limit} calls in flight (${event.reason}).`);
  if (event.kind === 'finished') log.info(`Run ended: ${event.status.status}. ${event.status.detail ?? ''}`);
}
