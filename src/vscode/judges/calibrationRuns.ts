import * as vscode from 'vscode';
import type { KeptCalibration } from '../../core/calibration/trustCardsOfCalibration';
import type { RunSession } from '../../core/engine/runSession';
import { buildReport } from '../../core/report/buildReport';
import { BatchWatch } from '../batches/batchWatch';
import { assertNamedServers } from '../evaluation/assertNamedServers';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { keepSummary } from '../evaluation/keepSummary';
import { prepareResume } from '../evaluation/prepareResume';
import { runInWindow, type PreparedRun } from '../evaluation/runInWindow';
import type { PromptStore } from '../evaluation/runStores';
import { readSettings } from '../settings';
import { calibrationProgress } from './calibrationProgress';

/** A calibration that came to rest. */
export interface EndedCalibration extends KeptCalibration {
  readonly session: RunSession;
}

/** How a calibration that goes on is watched and stopped. */
interface Watching {
  readonly batches: BatchWatch;
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

/** Runs calibrations of one prompt's store, one at a time, with their progress in a notification that can cancel them. */
export class CalibrationRuns implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #services: EvaluationServices;
  readonly #keep: (session: RunSession) => Promise<KeptCalibration>;
  readonly #changed = new vscode.EventEmitter<void>();
  /** A calibration has started or has come to rest. */
  readonly onDidChange = this.#changed.event;
  #abort: AbortController | undefined;
  #going: Promise<unknown> | undefined;
  #runId: string | undefined;

  /** `keep` computes the figures of a calibration at rest and keeps its cards. */
  constructor(uri: vscode.Uri, services: EvaluationServices, keep: (session: RunSession) => Promise<KeptCalibration>) {
    this.#uri = uri;
    this.#services = services;
    this.#keep = keep;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** The run that goes on, once it is in the store. */
  get runId(): string | undefined {
    return this.#runId;
  }

  /**
   * Runs a calibration that was planned for the store `prompt` to its end or until it is cancelled; the setting may name another store
   * before that. `undefined` while another one goes on. Rejects as runs do.
   */
  async start(run: PreparedRun, prompt: PromptStore): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const going = this.#show(run, prompt);
    this.#going = going;
    try {
      return await going;
    } finally {
      this.#going = undefined;
      this.#runId = undefined;
      this.#changed.fire();
    }
  }

  /** Goes on with a stored calibration under the caps that are set now. Rejects as opening a run does. */
  async resume(runId: string): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const prompt = this.#services.storeFor(this.#uri);
    const settings = readSettings(this.#uri);
    const { agreed } = this.#services;
    const run = await prepareResume(runId, prompt, settings, {
      sends: true,
      isAgreed: (manifest) => agreed.has(manifest),
      assertServers: (models) => assertNamedServers(models, settings),
    });
    return (await confirmSending([run], { prompt, settings, agreed })) ? this.start(run, prompt) : undefined;
  }

  /** Stops what goes on and leaves its batches with the provider. Resolves when it has stopped. */
  async leave(): Promise<void> {
    this.#abort?.abort('interrupted');
    await this.#going?.catch(() => undefined);
  }

  dispose(): void {
    this.#abort?.abort('interrupted');
    this.#changed.dispose();
  }

  async #show(run: PreparedRun, prompt: PromptStore): Promise<EndedCalibration> {
    const abort = new AbortController();
    this.#abort = abort;
    const batches = new BatchWatch();
    const { manifest } = run.session;
    const title = vscode.l10n.t('Judge against {0}', manifest.calibration?.name ?? '');
    const location = vscode.ProgressLocation.Notification;
    const ended = vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => abort.abort('cancelled'));
      await this.#run(run, prompt, {
        batches,
        signal: abort.signal,
        report: (message) => progress.report({ message }),
      });
      const { extension, log } = this.#services;
      await keepSummary(run.session, buildReport(run.session), prompt.store, extension.version, log);
      return { session: run.session, ...(await this.#keep(run.session)) };
    });
    try {
      return await ended;
    } finally {
      this.#abort = undefined;
    }
  }

  async #run(run: PreparedRun, prompt: PromptStore, { batches, signal, report }: Watching): Promise<void> {
    const { session } = run;
    const say = calibrationProgress(session, report);
    await runInWindow(run, {
      ...this.#services,
      prompt,
      settings: readSettings(this.#uri),
      signal,
      onStarted: () => {
        this.#runId = session.manifest.runId;
        this.#changed.fire();
        say(batches.waitingCalls);
      },
      onEvent: (event) => {
        batches.heard(event, session.manifest);
        say(batches.waitingCalls);
      },
    });
  }
}
