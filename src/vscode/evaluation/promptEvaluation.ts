import * as vscode from 'vscode';
import { systemClock } from '../../core/engine/clock';
import { assertConfiguredServers } from '../../core/engine/serverAddress';
import { executeRun } from '../../core/engine/executeRun';
import { FileReplyCache } from '../../core/engine/replyCache';
import type { RunEvent } from '../../core/engine/runEvent';
import type { RunSession } from '../../core/engine/runSession';
import { benchmarks } from '../../core/benchmarks/registry';
import { buildCaseDetail } from '../../core/report/caseDetail';
import { imageSources, withImages } from '../../core/report/caseImages';
import { buildReport } from '../../core/report/buildReport';
import type { CaseDetail, RunReport } from '../../core/report/reportModel';
import { endpointsOfRun } from '../../core/revisions/endpointsOfRun';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { summarizeRun } from '../../core/revisions/summarizeRun';
import { readPromptFile } from '../../core/prompt/promptFile';
import type { ImageStore } from '../../core/store/imageStore';
import type { RunWriter } from '../../core/store/runStore';
import type { PanelPhase, PanelState } from '../../protocol/panelState';
import type { ApiKeys } from '../models/apiKeys';
import { readSettings } from '../settings';
import { confirmSending } from './confirmSending';
import { panelChoices } from './panelChoices';
import { panelProblems } from './panelProblems';
import { prepareRun, providers, type PreparedRun } from './prepareRun';
import { glimpseOf } from './glimpseOf';
import type { PromptStore } from './runStores';
import type { RunTracker } from './runTracker';
import { SnapshotTimer } from './snapshotTimer';

/** What an evaluation needs from the extension. */
export interface EvaluationServices {
  readonly extension: { readonly uri: vscode.Uri; readonly version: string };
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  storeFor(uri: vscode.Uri): PromptStore;
}

/** While a run goes on its intervals are drawn from fewer resamples, so that a snapshot costs milliseconds. */
const liveResamples = 500;

/**
 * The evaluation of one prompt file: at most one run at a time, and the run that is shown. Announces a change whenever
 * a new snapshot is worth drawing.
 */
export class PromptEvaluation implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #services: EvaluationServices;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #snapshots = new SnapshotTimer(() => this.#publish());
  #phase: PanelPhase = { kind: 'empty' };
  #session: RunSession | undefined;
  #abort: AbortController | undefined;
  /** The finished run's report; a live one is made anew for each snapshot. */
  #report: RunReport | undefined;
  #going: Promise<void> | undefined;

  constructor(uri: vscode.Uri, services: EvaluationServices) {
    this.uri = uri;
    this.#services = services;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** The run that is shown; `undefined` before the first. */
  get session(): RunSession | undefined {
    return this.#session;
  }

  /** Shows the newest stored run of this prompt, if there is one and nothing is shown yet. */
  async restore(): Promise<void> {
    // An untitled document has its name for one window only; an earlier one of that name was another prompt.
    if (this.#session !== undefined || this.isRunning || this.uri.scheme === 'untitled') return;
    const { store, promptPath } = this.#services.storeFor(this.uri);
    const listing = (await store.list()).find(
      (candidate) => candidate.kind === 'run' && candidate.manifest.prompt.path === promptPath,
    );
    if (listing === undefined) return;
    const stored = await store.open(listing.id);
    // Meanwhile a run may have started: what it shows is newer.
    if (this.#current() !== undefined || this.#isBusy()) return;
    this.#show(sessionOfRun(stored, benchmarks));
    this.#phase = { kind: 'done' };
    this.#publish();
  }

  /** Starts a run of `document` as it stands in the editor. Problems are shown in the panel, with what mends them. */
  async evaluate(document: vscode.TextDocument): Promise<void> {
    if (this.isRunning) return;
    await this.#guard(async (signal) => {
      this.#phase = { kind: 'starting' };
      this.#publish();
      const prompt = this.#services.storeFor(this.uri);
      const settings = readSettings(this.uri);
      const prepared = await prepareRun(document, prompt, settings, this.#services.extension);
      const go = !settings.confirmBeforeSending || (await confirmSending(prepared.session));
      if (!go || signal.aborted) {
        this.#phase = this.#session === undefined ? { kind: 'empty' } : { kind: 'done' };
        return;
      }
      await this.#run(prepared.session, () => this.#create(prompt, prepared), prompt, signal);
    });
  }

  /** Goes on with the shown run where it stopped. */
  async resume(): Promise<void> {
    if (this.isRunning || this.#session === undefined) return;
    const { runId } = this.#session.manifest;
    await this.#guard(async (signal) => {
      const prompt = this.#services.storeFor(this.uri);
      const stored = await prompt.store.open(runId);
      const settings = readSettings(this.uri);
      assertConfiguredServers(
        stored.manifest,
        (_role, provider) => settings.baseUrlFor(provider),
        vscode.l10n.t('Set that address in the settings to go on, or evaluate again.'),
      );
      const session = sessionOfRun(stored, benchmarks);
      await this.#run(session, () => prompt.store.reopen(runId), prompt, signal);
    });
  }

  /** Stops the run; what has arrived is kept. Resolves when it has stopped. */
  async cancel(): Promise<void> {
    if (this.#abort === undefined) return;
    this.#phase = { kind: 'cancelling' };
    this.#publish();
    this.#abort.abort('cancelled');
    await this.#going;
  }

  /** The whole panel as it stands. */
  snapshot(): PanelState {
    const document = vscode.workspace.textDocuments.find(
      (candidate) => candidate.uri.toString() === this.uri.toString(),
    );
    const report =
      this.#session === undefined
        ? undefined
        : (this.#report ?? buildReport(this.#session, { resamples: liveResamples, now: Date.now() }));
    const edited =
      document !== undefined &&
      report !== undefined &&
      readPromptFile('', document.getText()).revision !== report.run.revision;
    return {
      promptName: this.uri.path.slice(this.uri.path.lastIndexOf('/') + 1),
      promptPath: vscode.workspace.asRelativePath(this.uri),
      editedSinceRun: edited,
      trusted: vscode.workspace.isTrusted,
      phase: this.#phase,
      // After a reload the document may not be loaded yet; the text of the shown run stands in for it.
      choices: panelChoices(document?.getText() ?? this.#session?.manifest.prompt.text ?? '', readSettings(this.uri)),
      report,
    };
  }

  /** Where the images of this prompt's samples are kept. */
  get images(): ImageStore {
    return this.#services.storeFor(this.uri).store.images;
  }

  /** A case of the shown run with its images; `undefined` when there is none of this id. */
  async caseDetail(caseId: string): Promise<CaseDetail | undefined> {
    const session = this.#session;
    const detail = session === undefined ? undefined : buildCaseDetail(session, caseId);
    if (session === undefined || detail === undefined) return undefined;
    const item = session.items.find(({ key }) => key === caseId);
    const { sibling } = detail;
    const shown = sibling === undefined ? [detail] : [detail, sibling];
    const sources = await imageSources(
      shown,
      item === undefined ? {} : session.imagesOf(item.benchmark.id),
      this.images,
    );
    const filled = withImages(detail, sources);
    return sibling === undefined ? filled : { ...filled, sibling: withImages(sibling, sources) };
  }

  /** Draws again, for instance after an edit or a changed setting. */
  refresh(): void {
    this.#snapshots.request();
  }

  dispose(): void {
    this.#abort?.abort('interrupted');
    this.#snapshots.dispose();
    this.#changed.dispose();
  }

  async #guard(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#going = work(abort.signal)
      .catch((error: unknown) => {
        this.#services.log.error(
          'The evaluation could not run.',
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
        this.#phase = { kind: 'blocked', problems: panelProblems(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.#abort = undefined;
        this.#publish();
      });
    await this.#going;
  }

  async #create(prompt: PromptStore, prepared: PreparedRun): Promise<RunWriter> {
    for (const image of prepared.images) await prompt.store.images.put(image);
    return prompt.store.create(prepared.session.manifest, prepared.samples);
  }

  async #run(
    session: RunSession,
    openWriter: () => Promise<RunWriter>,
    prompt: PromptStore,
    signal: AbortSignal,
  ): Promise<void> {
    const { keys, log } = this.#services;
    const settings = readSettings(this.uri);
    const found = new Map(
      await Promise.all([...providers.keys()].map(async (id) => [id, await keys.get(id)] as const)),
    );
    const onEvent = (event: RunEvent): void => this.#onEvent(event);
    const endpoints = endpointsOfRun(session.manifest, {
      entries: providers,
      keyFor: (provider) => found.get(provider) ?? '',
      concurrency: settings.concurrency,
      onEvent,
    });
    const writer = await openWriter();
    this.#show(session);
    this.#report = undefined;
    this.#phase = { kind: 'running' };
    log.info(`Run ${session.manifest.runId}: ${session.items.length} items.`);
    try {
      await executeRun(
        session,
        {
          ...endpoints,
          writer,
          images: prompt.store.images,
          cache: settings.cache ? new FileReplyCache(prompt.root) : undefined,
          clock: systemClock,
          random: Math.random,
          onEvent,
          // A run keeps the cap it was started with unless the setting names one now.
          maxCostUsd: settings.maxCostUsd ?? session.manifest.maxCostUsd,
        },
        signal,
      );
    } finally {
      await writer.close();
      this.#show(session);
      await this.#summarize(session, prompt);
    }
    this.#phase = { kind: 'done' };
  }

  /** Derived data: a run without it is only listed a little more slowly. */
  async #summarize(session: RunSession, { store }: PromptStore): Promise<void> {
    if (this.#report === undefined) return;
    const summary = summarizeRun(this.#report, session, this.#services.extension.version);
    await store.writeSummary(session.manifest.runId, summary).catch((error: unknown) => {
      this.#services.log.warn(`The summary of run ${session.manifest.runId} could not be written.`, String(error));
    });
  }

  #onEvent(event: RunEvent): void {
    const { log } = this.#services;
    if (event.kind === 'retrying')
      log.warn(
        `${event.provider}: ${event.failure}, trying again in ${Math.round(event.delayMs)} ms. ${event.message}`,
      );
    if (event.kind === 'limit') log.info(`${event.provider}: ${event.limit} calls in flight (${event.reason}).`);
    if (event.kind === 'finished') log.info(`Run ended: ${event.status.status}. ${event.status.detail ?? ''}`);
    this.#snapshots.request();
  }

  #show(session: RunSession): void {
    this.#session = session;
    this.#report = buildReport(session);
  }

  #isBusy(): boolean {
    return this.#going !== undefined;
  }

  #current(): RunSession | undefined {
    return this.#session;
  }

  #publish(): void {
    this.#track();
    this.#changed.fire();
  }

  #track(): void {
    if (this.#session === undefined) return;
    const running = this.#phase.kind === 'running' || this.#phase.kind === 'cancelling';
    this.#services.tracker.set(this.uri.toString(), glimpseOf(this.#session, running, this.#report));
  }
}
