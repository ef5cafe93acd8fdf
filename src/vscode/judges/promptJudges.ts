import * as vscode from 'vscode';
import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { cardKey, judgeCardDetail, judgesView } from '../../core/report/judgesView';
import type { JudgeCardDetail, JudgesView, UnfinishedCheck } from '../../core/report/judgesViewModel';
import { withCardProblems, withJudgeTrust } from '../../core/report/runTrust';
import { buildReport } from '../../core/results/buildReport';
import type { RunReport } from '../../core/results/reportModel';
import { hasEnded, listedStatuses } from '../../core/store/statusTexts';
import type { RunSession } from '../../core/run/runSession';
import type { FileRunStore } from '../../core/store/fileRunStore';
import { isRunLocked } from '../../core/store/runLock';
import { modelDestination, modelName } from '../../core/store/runManifest';
import { RunStoreError } from '../../core/store/runStoreError';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import { wholeNumber } from '../../core/text/countWords';
import { keepTrustCards, type KeptCalibration } from '../../core/trust/calibrationResult';
import { type CalibrationSession, isCalibration } from '../../core/trust/calibrationSession';
import { trustCards } from '../../core/trust/trustCards';
import { confirmSending } from '../evaluation/confirmSending';
import { type EvaluationServices, PromptPart } from '../evaluation/evaluationServices';
import { problemText } from '../evaluation/panelProblems';
import { runContext, type RunContext } from '../evaluation/prepareRun';
import { prepareResume } from '../evaluation/prepareStored';
import { keepSummary, type PreparedRun, runInWindow } from '../evaluation/runInWindow';
import { BatchWatch } from '../evaluation/shownRun';
import { stackOf, t } from '../log';

export class PromptJudges extends PromptPart<{ readonly uri: vscode.Uri }> implements vscode.Disposable {
  readonly runs = new CalibrationRuns(this.prompt, this.services);
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #known: { readonly runId: string; readonly read: TrustCards } | undefined;
  #reading: string | undefined;

  async allCards(): Promise<readonly TrustCard[]> {
    return (await trustCards(this.location.root)).cards;
  }

  async reread(run: RunSession | undefined): Promise<void> {
    if (run === undefined) return;
    const { runId } = run.manifest;
    this.#reading = runId;
    const read = await trustCards(this.location.root, run.manifest);
    if (this.#reading !== runId) return;
    this.#known = { runId, read };
    this.#changed.fire();
  }

  /** Cards of a newly shown run are read first; until then the report stays unchanged. */
  trusted(report: RunReport, session: RunSession): RunReport {
    const { runId } = session.manifest;
    if (this.#known?.runId !== runId) {
      if (this.#reading !== runId) void this.reread(session);
      return report;
    }
    const { read } = this.#known;
    return withCardProblems(withJudgeTrust(report, session, read.cards), read.problems);
  }

  async view(run: RunSession | undefined): Promise<JudgesView> {
    const { cards, problems } = await trustCards(this.location.root);
    const read = await unfinishedCalibrations(this.location.store, this.runs.runId).then(
      (unfinished) => ({ unfinished, problems }),
      (error: unknown) => ({ unfinished: [], problems: [...problems, problemText(error)] }),
    );
    const shown = run !== undefined && isCalibration(run) ? undefined : run;
    return judgesView({ cards, benchmarks: benchmarks.values(), run: shown, ...read });
  }

  /** `undefined` for an unknown card. Never rejects. */
  async detail(key: string): Promise<JudgeCardDetail | undefined> {
    const card = (await this.allCards()).find((one) => cardKey(one) === key);
    if (card === undefined) return undefined;
    return judgeCardDetail(card, benchmarks.get(card.benchmark), await this.#read(card.runId));
  }

  /** Keeps the trust cards of a calibration. Never rejects. */
  async ended(run: RunSession, shown: () => RunSession | undefined): Promise<void> {
    await keptCards(run, this.location.root).catch((error: unknown) => {
      this.services.log.error('The trust cards could not be kept.', stackOf(error));
    });
    await this.reread(shown());
  }

  dispose(): void {
    this.runs.dispose();
    this.#changed.dispose();
  }

  /** The calibration, or a sentence on why there is none. */
  async #read(runId: string): Promise<CalibrationSession | string> {
    if (runId === '')
      return t`This card comes with the program. It was measured when the judge was made; the replies are not included.`;
    try {
      const session = sessionOfRun(await this.location.store.open(runId), benchmarks);
      return isCalibration(session) ? session : t`Run ${runId} is not a calibration.`;
    } catch (error) {
      if (RunStoreError.is(error, 'notFound'))
        return t`The calibration run ${runId} was deleted with its replies. The statistics remain; calibrate again to see the disagreements.`;
      this.services.log.warn(`The calibration ${runId} could not be read.`, problemText(error));
      return problemText(error);
    }
  }
}

/** Newest first. `own`: the run of this window that is under way. */
export async function unfinishedCalibrations(store: FileRunStore, own?: string): Promise<readonly UnfinishedCheck[]> {
  const found: UnfinishedCheck[] = [];
  for (const listing of await store.summaries()) {
    if (listing.kind === 'damaged') continue;
    const { id } = listing;
    const isUnderWay = id === own;
    const status = listing.kind === 'run' ? listing.lastStatus : listing.summary.status;
    // A crash leaves `running`. A locked run is live in another window.
    const statusText = listedStatuses.get(status === 'running' && !isUnderWay ? 'interrupted' : status);
    if (statusText === undefined || hasEnded(status)) continue;
    if (!isUnderWay && (await isRunLocked(store.directoryOf(id)))) continue;
    const manifest = await store.readManifest(id).catch(() => undefined);
    if (manifest?.calibration === undefined) continue;
    const [benchmark] = manifest.benchmarks;
    found.push({
      runId: id,
      at: manifest.createdAt,
      benchmarkTitle: benchmark === undefined ? '' : (benchmarks.get(benchmark.id)?.title ?? benchmark.id),
      judges: manifest.judges.map(modelDestination),
      gold: manifest.calibration.name,
      statusText,
      isUnderWay,
    });
  }
  return found;
}

export interface EndedCalibration extends KeptCalibration {
  readonly session: RunSession;
}

/** Runs one calibration at a time. A notification shows the progress and can cancel it. */
class CalibrationRuns extends PromptPart<{ readonly uri: vscode.Uri }> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #going: { readonly abort: AbortController; readonly ended: Promise<unknown> } | undefined;
  /** The run under way. */
  runId: string | undefined;

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** `undefined` if another one is under way. Rejects as runs do. */
  async start(run: PreparedRun, context: RunContext): Promise<EndedCalibration | undefined> {
    if (this.isRunning) return undefined;
    const abort = new AbortController();
    const ended = this.#run(run, context, abort);
    this.#going = { abort, ended };
    try {
      return await ended;
    } finally {
      this.#going = undefined;
      this.runId = undefined;
      this.#changed.fire();
    }
  }

  /** Applies the present caps. Rejects as opening a run does. */
  async resume(runId: string): Promise<EndedCalibration | undefined> {
    const context = runContext(this.prompt.uri, this.services);
    const run = await prepareResume({ runId, sends: true }, context);
    return (await confirmSending(run, context)) ? this.start(run, context) : undefined;
  }

  /** Stops the run and leaves its batches with the provider. Resolves when it has stopped. */
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
    const onStarted = (): void => {
      this.runId = runId;
      this.#changed.fire();
    };
    const window = { ...this.services, ...context };
    await runWithProgress(run, window, t`Judge against ${calibration?.name ?? ''}`, abort, onStarted);
    await keepSummary(session, buildReport(session), context.prompt.store, this.services);
    // The setting may name another store by now.
    return { session, ...(await keptCards(session, this.location.root)) };
  }
}

/** Keeps the cards of a finished calibration. Rejects with `RunStoreError` `unwritable`. */
async function keptCards(session: RunSession, root: string): Promise<KeptCalibration> {
  if (!isCalibration(session)) return { judges: [], cards: [] };
  return keepTrustCards(session, new FileTrustCardStore(root));
}

const messageEveryMs = 500;

/** Rejects as runs do. */
export function runWithProgress(
  run: PreparedRun,
  window: EvaluationServices & RunContext,
  title: string,
  abort: AbortController,
  onStarted?: () => void,
): Thenable<void> {
  const { session } = run;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => abort.abort('cancelled'));
    const batches = new BatchWatch();
    let last = Number.NEGATIVE_INFINITY;
    const say = (): void => {
      const now = performance.now();
      if (now - last < messageEveryMs) return;
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
  });
}

function progressWords({ manifest, items, state }: RunSession, callsInBatches: number): string {
  if (callsInBatches > 0)
    return t`${callsInBatches} calls are in batches. The batches continue when the window is closed and end when you cancel.`;
  const judges = manifest.judges.map(modelName);
  const begun = items.reduce((sum, { key }) => {
    const answers = state.items.get(key)?.answers;
    return sum + judges.filter((judge) => (answers?.get(judge)?.size ?? 0) > 0).length;
  }, 0);
  return t`${wholeNumber(begun)} of ${wholeNumber(items.length * judges.length)} replies`;
}
