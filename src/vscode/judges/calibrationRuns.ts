import * as vscode from 'vscode';
import { buildReport } from '../../core/results/buildReport';
import type { RunSession } from '../../core/run/runSession';
import { modelName } from '../../core/store/runManifest';
import type { KeptCalibration } from '../../core/trust/calibrationResult';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { prepareResume } from '../evaluation/prepareStored';
import { runContext, type RunContext } from '../evaluation/runContext';
import { keepSummary, runInWindow, type PreparedRun } from '../evaluation/runInWindow';
import { BatchWatch } from '../evaluation/shownRun';

export interface EndedCalibration extends KeptCalibration {
  readonly session: RunSession;
}

/** Runs calibrations of one store, one at a time. A notification shows the progress and can cancel them. */
export class CalibrationRuns implements vscode.Disposable {
  readonly #prompt: { readonly uri: vscode.Uri };
  readonly #services: EvaluationServices;
  readonly #keep: (session: RunSession) => Promise<KeptCalibration>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #going: { readonly abort: AbortController; readonly ended: Promise<unknown> } | undefined;
  #runId: string | undefined;

  constructor(
    prompt: { readonly uri: vscode.Uri },
    services: EvaluationServices,
    keep: (session: RunSession) => Promise<KeptCalibration>,
  ) {
    this.#prompt = prompt;
    this.#services = services;
    this.#keep = keep;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  get runId(): string | undefined {
    return this.#runId;
  }

  /** `undefined` while another one goes on. By the end the setting may name another store. Rejects as runs do. */
  async start(run: PreparedRun, context: RunContext): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const abort = new AbortController();
    const ended = this.#run(run, context, abort);
    this.#going = { abort, ended };
    try {
      return await ended;
    } finally {
      this.#going = undefined;
      this.#runId = undefined;
      this.#changed.fire();
    }
  }

  /** Goes on with a stored calibration under the caps that are set now. Rejects as opening a run does. */
  async resume(runId: string): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const context = runContext(this.#prompt.uri, this.#services);
    const run = await prepareResume({ runId, sends: true }, context);
    return (await confirmSending([run], context)) ? this.start(run, context) : undefined;
  }

  /** Stops what goes on and leaves its batches with the provider. Resolves when it has stopped. */
  async leave(): Promise<void> {
    this.#going?.abort.abort('interrupted');
    await this.#going?.ended.catch(() => undefined);
  }

  dispose(): void {
    this.#going?.abort.abort('interrupted');
    this.#changed.dispose();
  }

  async #run(run: PreparedRun, context: RunContext, abort: AbortController): Promise<EndedCalibration> {
    const { session } = run;
    const { runId, calibration } = session.manifest;
    let kept: KeptCalibration = { judges: [], cards: [] };
    await runWithProgress(run, { ...this.#services, ...context }, `Judge against ${calibration?.name ?? ''}`, {
      abort,
      onStarted: () => {
        this.#runId = runId;
        this.#changed.fire();
      },
      atEnd: async () => {
        await keepSummary(session, buildReport(session), context.prompt.store, this.#services);
        kept = await this.#keep(session);
      },
    });
    return { session, ...kept };
  }
}

/** Milliseconds between two messages: fast enough to watch. */
const interval = 500;

interface ProgressOptions {
  readonly abort: AbortController;
  readonly onStarted?: () => void;
  /** What is done at its end, while the notification is still there. */
  readonly atEnd?: () => Promise<void>;
}

/** Says now and then how many replies were judged, or how many calls wait for batches. Rejects as runs do. */
export function runWithProgress(
  run: PreparedRun,
  window: EvaluationServices & RunContext,
  title: string,
  { abort, onStarted, atEnd }: ProgressOptions,
): Thenable<void> {
  const { session } = run;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort('cancelled'));
    const batches = new BatchWatch();
    let last = Number.NEGATIVE_INFINITY;
    const say = (): void => {
      const now = performance.now();
      if (now - last < interval) return;
      last = now;
      progress.report({ message: progressWords(session, batches.waitingCalls) });
    };
    await runInWindow(run, {
      ...window,
      signal: abort.signal,
      onStarted: () => {
        onStarted?.();
        say();
      },
      onEvent: (event) => {
        batches.heard(event, session.manifest);
        say();
      },
    });
    await atEnd?.();
  });
}

function progressWords({ manifest, items, state }: RunSession, callsInBatches: number): string {
  if (callsInBatches > 0)
    return `${callsInBatches} calls wait for batches. They stay with the provider when the window is closed; cancelling ends them.`;
  const judges = manifest.judges.map(modelName);
  const begun = items.reduce((sum, { key }) => {
    const answers = state.items.get(key)?.answers;
    return sum + judges.filter((judge) => (answers?.get(judge)?.size ?? 0) > 0).length;
  }, 0);
  return `${begun.toLocaleString('en')} of ${(items.length * judges.length).toLocaleString('en')} replies`;
}
