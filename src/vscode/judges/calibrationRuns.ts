import * as vscode from 'vscode';
import type { KeptCalibration } from '../../core/trust/trustCardsOfCalibration';
import type { RunSession } from '../../core/run/runSession';
import { buildReport } from '../../core/results/buildReport';
import { modelName } from '../../core/store/runManifest';
import { BatchWatch } from '../evaluation/shownRun';
import { confirmSending } from '../evaluation/confirmSending';
import { type EvaluationServices, keepSummary } from '../evaluation/evaluationServices';
import { prepareResume } from '../evaluation/prepareStored';
import { runContext, type RunContext } from '../evaluation/runContext';
import { runInWindow, type PreparedRun } from '../evaluation/runInWindow';

/** A calibration that came to rest. */
export interface EndedCalibration extends KeptCalibration {
  readonly session: RunSession;
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
   * Runs a calibration that was planned in `context` to its end or until it is cancelled; the setting may name another store before
   * that. `undefined` while another one goes on. Rejects as runs do.
   */
  async start(run: PreparedRun, context: RunContext): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const going = this.#show(run, context);
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
    const context = runContext(this.#uri, this.#services);
    const run = await prepareResume({ runId, sends: true }, context);
    return (await confirmSending([run], context)) ? this.start(run, context) : undefined;
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

  async #show(run: PreparedRun, context: RunContext): Promise<EndedCalibration> {
    const abort = new AbortController();
    this.#abort = abort;
    const { session } = run;
    const { extension, log } = this.#services;
    try {
      const title = `Judge against ${session.manifest.calibration?.name ?? ''}`;
      const window = { ...this.#services, ...context };
      return await runWithProgress(run, window, title, {
        abort,
        onStarted: () => {
          this.#runId = session.manifest.runId;
          this.#changed.fire();
        },
        // The notification stays until all is kept.
        atEnd: async () => {
          await keepSummary(session, buildReport(session), context.prompt.store, extension.version, log);
          return { session, ...(await this.#keep(session)) };
        },
      });
    } finally {
      this.#abort = undefined;
    }
  }
}

/** How a run whose progress is a notification is stopped and followed. */
interface ProgressOptions<Result> {
  readonly abort: AbortController;
  readonly onStarted?: () => void;
  /** What is done at its end, while the notification is still there. */
  readonly atEnd: () => Promise<Result>;
}

/** Does a run with its progress in a notification that can cancel it. Rejects as runs do. */
export async function runWithProgress<Result>(
  run: PreparedRun,
  window: EvaluationServices & RunContext,
  title: string,
  { abort, onStarted, atEnd }: ProgressOptions<Result>,
): Promise<Result> {
  const { session } = run;
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort('cancelled'));
    const batches = new BatchWatch();
    const say = progressWords(session, (message) => progress.report({ message }));
    await runInWindow(run, {
      ...window,
      signal: abort.signal,
      onStarted: () => {
        onStarted?.();
        say(batches.waitingCalls);
      },
      onEvent: (event) => {
        batches.heard(event, session.manifest);
        say(batches.waitingCalls);
      },
    });
    return atEnd();
  });
}

/** Milliseconds between two messages: fast enough to watch. */
const interval = 500;

/**
 * Says how many of the labelled replies were judged, now and then. The function that it gives takes how many calls wait for batches,
 * which a person may leave alone.
 */
function progressWords(session: RunSession, report: (message: string) => void): (callsInBatches: number) => void {
  const judges = session.manifest.judges.map(modelName);
  const planned = session.items.length * judges.length;
  let last = Number.NEGATIVE_INFINITY;
  return (callsInBatches) => {
    const now = performance.now();
    if (now - last < interval) return;
    last = now;
    const begun = session.items.reduce((sum, { key }) => {
      const answers = session.state.items.get(key)?.answers;
      return sum + judges.filter((judge) => (answers?.get(judge)?.size ?? 0) > 0).length;
    }, 0);
    report(
      callsInBatches > 0
        ? `${callsInBatches} calls wait for batches. They stay with the provider when the window is closed; cancelling ends them.`
        : `${begun.toLocaleString('en')} of ${planned.toLocaleString('en')} replies`,
    );
  };
}
