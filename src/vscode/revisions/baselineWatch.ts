import type * as vscode from 'vscode';
import { baselineOf } from '../../core/revisions/baseline';
import type { MeasuredPair } from '../comparing/comparisonJob';
import type { PromptEvaluation } from '../evaluation/promptEvaluation';
import type { PromptRevisions } from './promptRevisions';

/** Keeps the shown run measured against its baseline, whichever of the two changes. */
export class BaselineWatch implements vscode.Disposable {
  readonly #evaluation: PromptEvaluation;
  readonly #revisions: PromptRevisions;
  readonly #log: vscode.LogOutputChannel;
  readonly #disposables: readonly vscode.Disposable[];
  /** The pair that was measured last, and how that went. */
  #measured: { readonly key: string; readonly pair: Promise<MeasuredPair | undefined> } | undefined;
  #abort = new AbortController();
  readonly #preparing = new AbortController();

  constructor(evaluation: PromptEvaluation, revisions: PromptRevisions, log: vscode.LogOutputChannel) {
    this.#evaluation = evaluation;
    this.#revisions = revisions;
    this.#log = log;
    this.#disposables = [
      evaluation.onDidChange(() => void this.measure()),
      revisions.onDidChange(() => void this.measure()),
    ];
  }

  /** The shown run against its baseline; `undefined` where there is no run, no baseline, or one that cannot be read. */
  async measure(): Promise<MeasuredPair | undefined> {
    const runId = this.#evaluation.session?.manifest.runId;
    if (runId === undefined || this.#evaluation.isRunning) return undefined;
    try {
      const history = await this.#revisions.history();
      const baseline = baselineOf(history, runId);
      const label = history.revisions.find(({ revision }) => revision === baseline?.revision)?.label;
      const lastAt = history.runs.find(({ id }) => id === runId)?.summary?.lastAt;
      const key = JSON.stringify([runId, lastAt, baseline?.id, label]);
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

  /** Has a run that is about to be shown compared already: it is read in the other thread while the host reads it as well. */
  async prepare(runId: string): Promise<void> {
    try {
      const baseline = baselineOf(await this.#revisions.history(), runId);
      if (baseline === undefined) return;
      await this.#revisions.measure({ before: baseline.id, after: runId }, undefined, this.#preparing.signal);
    } catch {
      // Said when it is measured to be shown.
    }
  }

  dispose(): void {
    this.#abort.abort();
    this.#preparing.abort();
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
      this.#evaluation.measured(runId, pair?.changes);
      return pair;
    } catch (error) {
      if (!signal.aborted) {
        this.#warn(runId, error);
        this.#evaluation.measured(runId, undefined);
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
