import * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { MeasuredPair } from '../comparing/comparisonJob';
import { reasonOf } from '../log';
import type { PromptRevisions } from './promptRevisions';

export interface WatchedController {
  readonly session: { readonly manifest: { readonly runId: string } } | undefined;
  readonly isRunning: boolean;
  readonly onDidChange: vscode.Event<void>;
  measured(runId: string, changes: BaselineChanges | undefined): void;
}

export type MeasuringRevisions = Pick<PromptRevisions, 'ownHistory' | 'limits' | 'measure' | 'onDidChange'>;

/** Keeps the shown run measured against its baseline, whichever of the two or of the limits changes. */
export class BaselineWatch implements vscode.Disposable {
  readonly #controller: WatchedController;
  readonly #revisions: MeasuringRevisions;
  readonly #log: Pick<vscode.LogOutputChannel, 'warn'>;
  readonly #disposables: readonly vscode.Disposable[];
  #measured: { readonly key: string; readonly pair: Promise<MeasuredPair | undefined> } | undefined;
  #abort = new AbortController();

  constructor(
    controller: WatchedController,
    revisions: MeasuringRevisions,
    log: Pick<vscode.LogOutputChannel, 'warn'>,
  ) {
    this.#controller = controller;
    this.#revisions = revisions;
    this.#log = log;
    this.#disposables = [controller, revisions].map(({ onDidChange }) => onDidChange(() => void this.measure()));
  }

  /** The shown run against its baseline; `undefined` where there is no run, no baseline, or one that cannot be read. */
  async measure(): Promise<MeasuredPair | undefined> {
    const runId = this.#controller.session?.manifest.runId;
    // In Restricted Mode no other run is read than the one that is shown.
    if (runId === undefined || this.#controller.isRunning || !vscode.workspace.isTrusted) return undefined;
    try {
      const history = await this.#revisions.ownHistory();
      const baseline = baselineOf(history, runId);
      const label = history.revisions.find(({ revision }) => revision === baseline?.revision)?.label;
      const lastAt = history.runs.find(({ id }) => id === runId)?.summary?.lastAt;
      const { margin, smallest } = this.#revisions.limits;
      const key = JSON.stringify([runId, lastAt, baseline?.id, label, margin, smallest]);
      if (this.#measured?.key !== key) {
        this.#abort.abort();
        const { signal } = (this.#abort = new AbortController());
        this.#measured = { key, pair: this.#compare(runId, baseline?.id, label, signal) };
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
    after: string,
    before: string | undefined,
    label: string | undefined,
    signal: AbortSignal,
  ): Promise<MeasuredPair | undefined> {
    let pair: MeasuredPair | undefined;
    try {
      if (before !== undefined) pair = await this.#revisions.measure({ before, after }, label, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#warn(after, error);
    }
    this.#controller.measured(after, pair?.changes);
    return pair;
  }

  #warn(runId: string, error: unknown): void {
    this.#log.warn(`Run ${runId} could not be compared with its baseline.`, reasonOf(error));
  }
}
