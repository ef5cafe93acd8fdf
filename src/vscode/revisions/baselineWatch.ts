import type * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import type { PromptHistory } from '../../core/history/promptHistory';
import type { MeasuredPair } from '../comparing/comparisonJob';
import type { PromptController } from '../evaluation/promptController';
import type { PromptRevisions } from './promptRevisions';

/** What is watched of a controller. */
export interface WatchedController extends Pick<PromptController, 'isRunning' | 'onDidChange' | 'measured'> {
  readonly session: { readonly manifest: { readonly runId: string } } | undefined;
}

/** What runs are measured with. */
export type MeasuringRevisions = Pick<PromptRevisions, 'ownHistory' | 'limits' | 'measure' | 'onDidChange'>;

/** Keeps the shown run measured against its baseline, whichever of the two changes, and whatever limits the settings set. */
export class BaselineWatch implements vscode.Disposable {
  readonly #controller: WatchedController;
  readonly #revisions: MeasuringRevisions;
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  readonly #mayMeasure: () => boolean;
  readonly #disposables: readonly vscode.Disposable[];
  /** The pair that was measured last, and how that went. */
  #measured: { readonly key: string; readonly pair: Promise<MeasuredPair | undefined> } | undefined;
  #abort = new AbortController();

  /** `mayMeasure`: whether other runs may be read for it. */
  constructor(
    controller: WatchedController,
    revisions: MeasuringRevisions,
    log: Pick<vscode.LogOutputChannel, 'warn'>,
    mayMeasure: () => boolean = () => true,
  ) {
    this.#controller = controller;
    this.#revisions = revisions;
    this.#log = log;
    this.#mayMeasure = mayMeasure;
    this.#disposables = [
      controller.onDidChange(() => void this.measure()),
      revisions.onDidChange(() => void this.measure()),
    ];
  }

  /** The shown run against its baseline; `undefined` where there is no run, no baseline, or one that cannot be read. */
  async measure(): Promise<MeasuredPair | undefined> {
    const runId = this.#controller.session?.manifest.runId;
    if (runId === undefined || this.#controller.isRunning || !this.#mayMeasure()) return undefined;
    try {
      const history = await this.#revisions.ownHistory();
      const { baseline, label } = against(history, runId);
      const lastAt = history.runs.find(({ id }) => id === runId)?.summary?.lastAt;
      const { margin, smallest } = this.#revisions.limits;
      const key = JSON.stringify([runId, lastAt, baseline?.id, label, margin, smallest]);
      if (this.#measured?.key !== key) {
        this.#abort.abort();
        this.#abort = new AbortController();
        this.#measured = { key, pair: this.#compare(runId, baseline?.id, label, this.#abort.signal) };
      }
      return await this.#measured.pair;
    } catch (error) {
      this.#warn(runId, error);
      return undefined;
    }
  }

  dispose(): void {
    this.#abort.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Never rejects: a run that cannot be compared is shown without its change. */
  async #compare(
    runId: string,
    baseline: string | undefined,
    label: string | undefined,
    signal: AbortSignal,
  ): Promise<MeasuredPair | undefined> {
    try {
      const pair =
        baseline === undefined
          ? undefined
          : await this.#revisions.measure({ before: baseline, after: runId }, label, signal);
      this.#controller.measured(runId, pair?.changes);
      return pair;
    } catch (error) {
      if (!signal.aborted) {
        this.#warn(runId, error);
        this.#controller.measured(runId, undefined);
      }
      return undefined;
    }
  }

  #warn(runId: string, error: unknown): void {
    this.#log.warn(
      `Run ${runId} could not be compared with its baseline.`,
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** The run that a run is measured against, and the label of its revision, where it has them. */
function against(
  history: PromptHistory,
  runId: string,
): { readonly baseline: ReturnType<typeof baselineOf>; readonly label: string | undefined } {
  const baseline = baselineOf(history, runId);
  return { baseline, label: history.revisions.find(({ revision }) => revision === baseline?.revision)?.label };
}
