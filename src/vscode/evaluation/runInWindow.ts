import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { endpointsOfRun } from '../../core/history/endpointsOfRun';
import { createEditsRun } from '../../core/history/planEdits';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { summarizeRun } from '../../core/history/summarizeRun';
import { keptFetch } from '../../core/providers/keptFetch';
import { raceOf } from '../../core/results/editReport';
import type { RunReport } from '../../core/results/reportModel';
import type { BatchTimes } from '../../core/run/batch/batchServices';
import { systemClock, wakeableClock } from '../../core/run/clock';
import { executeRun } from '../../core/run/executeRun';
import type { Continuation, RunSession } from '../../core/run/runSession';
import type { DecideLook } from '../../core/run/runScope';
import { FileReplyCache } from '../../core/run/replyCache';
import { type AttemptCaps, capsOfAttempt, dayFullWords, type RunCaps } from '../../core/run/runCaps';
import type { RunEvent } from '../../core/run/runEvent';
import { everySecond, silenceWords } from '../../core/run/serverSilence';
import { type LimiterLease, SharedLimiters } from '../../core/run/sharedLimiters';
import { FileBatchLog } from '../../core/store/batchLog';
import { askedModels, leavesCacheOut, sourceOf } from '../../core/store/runManifest';
import type { NewRun, RunStore, RunWriter } from '../../core/store/runStore';
import { FileSpendingLedger, type Spending } from '../../core/store/spendingLedger';
import type { ApiKeys } from '../models/apiKeys';
import { providersOf, providerTitle } from '../models/runProviders';
import type { Settings } from '../settings';
import type { EvaluationServices, PromptStore } from './evaluationServices';

export interface PreparedRun {
  readonly session: RunSession;
  readonly raised?: RunCaps | undefined;
  /** True where the comparison with the baseline may end the run early. */
  readonly hasLooks?: boolean;
  /** The run to decide by, if not the baseline. */
  readonly against?: string | undefined;
  /** For a stored run: what it goes on with. */
  readonly continuation?: Continuation | undefined;
  /** True for a stored run that the user has not agreed to yet. */
  readonly isForeign?: boolean;
  /** Set for tagging failures and tests of rules: the user is always asked, with these words. */
  readonly purpose?: { readonly question: string; readonly yes: string; readonly lines?: readonly string[] };
  /** Why this run comes before the one that was asked for. It may be left out. */
  readonly beforehand?: string;
  /** Throws `RunStoreError`. */
  openWriter(caps: RunCaps): Promise<RunWriter>;
}

export interface WindowRun {
  readonly prompt: PromptStore;
  readonly settings: Pick<Settings, 'concurrency' | 'caps' | 'cache' | 'cacheLimits'> &
    Partial<Pick<Settings, 'connections'>>;
  readonly keys: Pick<ApiKeys, 'get'>;
  readonly log: Pick<vscode.LogOutputChannel, 'info' | 'warn'>;
  readonly signal: AbortSignal;
  /** What earlier runs spent of the same caps. */
  readonly spentBefore?: Spending | undefined;
  readonly batchTimes?: BatchTimes | undefined;
  readonly decideLook?: DecideLook | undefined;
  /** If given, no new batch is sent. Called once the remaining calls wait for earlier batches. */
  readonly onGathered?: (() => void) | undefined;
  onStarted(): void;
  onEvent(event: RunEvent): void;
}

/** Caps that a foreign run marks as set by hand were set by somebody else, so the settings win. */
export function capsOfRun({ session, raised, isForeign }: PreparedRun, settings: RunCaps): AttemptCaps {
  const { manifest: started, state } = session;
  const last = state.caps && { ...state.caps, ...(isForeign === true ? { byHand: [] } : {}) };
  return capsOfAttempt({ started, last, settings, named: raised });
}

/** Shared by all runs in this extension host, calibrations included. */
const windowLimiters = new SharedLimiters();
const windowClock = wakeableClock(systemClock);

/** For servers that failed: calls that wait for their next try are sent now. */
export function tryAgainNow(): void {
  windowLimiters.probeNow();
  windowClock.wake();
}

export async function runInWindow(run: PreparedRun, window: WindowRun): Promise<void> {
  const limiters = windowLimiters.lease();
  await runWithin(limiters, run, window).finally(() => limiters.release());
}

/** Node's own fetch ends a call after five minutes without an answer, whatever the timeout. */
const lastingFetch = keptFetch();

/** Connects the models before anything is written, so that a missing key leaves no run behind. */
async function runWithin(limiters: LimiterLease, run: PreparedRun, window: WindowRun): Promise<void> {
  const { session } = run;
  const { prompt, settings, keys, log, signal, onGathered } = window;
  const { runId } = session.manifest;
  const sources = askedModels(session.manifest).map(sourceOf);
  const found = new Map(await Promise.all(sources.map(async (id) => [id, await keys.get(id)] as const)));
  const onEvent = (event: RunEvent): void => {
    logEvent(log, event);
    window.onEvent(event);
  };
  const shared = { clock: windowClock.clock, random: Math.random };
  const endpoints = endpointsOfRun(session.manifest, {
    limiters,
    entries: providersOf(settings),
    keyFor: (source) => found.get(source) ?? '',
    concurrency: settings.concurrency,
    fetch: lastingFetch,
    onEvent,
    batch: () => ({
      log: new FileBatchLog(prompt.store.directoryOf(runId)),
      ...shared,
      times: window.batchTimes,
      onGathered,
    }),
  });
  const { caps, byHand } = capsOfRun(run, settings.caps);
  const writer = await run.openWriter(caps);
  window.onStarted();
  log.info(`Run ${runId}: ${session.items.length} items.`);
  const usesCache = settings.cache && !leavesCacheOut(session.manifest);
  const cache = usesCache ? new FileReplyCache(prompt.root, settings.cacheLimits) : undefined;
  const parts = {
    ...endpoints,
    ...shared,
    writer,
    images: prompt.store.images,
    ...{ cache, onEvent, everySecond },
    spending: new FileSpendingLedger(prompt.root),
    spentBefore: window.spentBefore,
    byHand,
    ...run.continuation,
    decideLook: raceOf(session) ?? (run.hasLooks === true ? window.decideLook : undefined),
    // Cancelling sends nothing, and a cap would block answers that are already paid for.
    ...(onGathered === undefined ? caps : {}),
  };
  try {
    await executeRun(session, parts, signal);
  } finally {
    await writer.close();
    await cache?.close();
  }
}

function logEvent(log: WindowRun['log'], event: RunEvent): void {
  const title = 'provider' in event ? providerTitle(event.provider) : '';
  if (event.kind === 'retrying')
    log.warn(`${title}: ${event.failure}, trying again in ${Math.round(event.delayMs)} ms. ${event.message}`);
  if (event.kind === 'limit') log.info(`${title}: ${event.limit} calls in flight (${event.reason}).`);
  if (event.kind === 'batches' && event.calls > 0)
    log.info(`${title}: ${event.calls} calls in ${event.batches} batches under way, ${event.collected} collected.`);
  if (event.kind === 'dayFull' && event.isWaiting) log.info(`${dayFullWords(event.reached)}.`);
  // Emitted every second; the log gets every tenth.
  if (event.kind === 'waiting' && event.isWaiting && event.seconds % 10 === 9)
    log.info(`${silenceWords(title, event)}.`);
  if (event.kind === 'finished') log.info(`Run ended: ${event.status.status}. ${event.status.detail ?? ''}`);
}

export function newRun(planned: NewRun, { store, root }: Pick<PromptStore, 'store' | 'root'>): PreparedRun {
  return {
    session: sessionOfRun({ records: [], ...planned, problems: [] }, benchmarks),
    openWriter: (caps) => createEditsRun(store, root, planned, { caps, benchmarks }),
  };
}

/** A run without its summary is only listed more slowly. Never rejects. */
export async function keepSummary(
  session: RunSession,
  report: RunReport,
  store: RunStore,
  { toolVersion, log }: EvaluationServices,
): Promise<void> {
  const { runId } = session.manifest;
  await store.writeSummary(runId, summarizeRun(report, session, toolVersion)).catch((error: unknown) => {
    log.warn(`The summary of run ${runId} could not be written.`, String(error));
  });
}
