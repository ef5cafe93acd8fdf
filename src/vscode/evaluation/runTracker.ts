import * as vscode from 'vscode';
import type { Headline } from '../../core/report/headline';

/** What is known of a prompt's runs, for CodeLens and status bar. */
export interface RunStatusSummary {
  readonly phase: 'none' | 'running' | 'done';
  /** Of dialogues with several turns each reply counts. A dialogue that breaks off leaves some of those planned. */
  readonly replies: { readonly done: number; readonly planned: number };
  /** Judge calls that are answered or given up. How many there will be is known only when all replies are in. */
  readonly judgements: number;
  /** Calls that wait for batches while the run goes on. */
  readonly callsInBatches?: number;
  readonly cases: number;
  /** Cases with a verdict that could be used; 0 while there is no finished report. */
  readonly judged: number;
  readonly failing: number;
  readonly simulated: boolean;
  readonly status: string;
  /** The score that stands for the run, and its change from the baseline. */
  readonly headline?: Headline;
}

/** Announces what happens to the runs of prompt files, by document URI. Light: no engine is needed to listen. */
export class RunTracker implements vscode.Disposable {
  readonly #summaries = new Map<string, RunStatusSummary>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the URI of the prompt whose summary changed. */
  readonly onDidChange = this.#changed.event;

  get(uri: string): RunStatusSummary | undefined {
    return this.#summaries.get(uri);
  }

  /** Prompts with a run going on. */
  running(): readonly (readonly [string, RunStatusSummary])[] {
    return [...this.#summaries].filter(([, summary]) => summary.phase === 'running');
  }

  set(uri: string, summary: RunStatusSummary): void {
    this.#summaries.set(uri, summary);
    this.#changed.fire(uri);
  }

  /** No run is shown any more. */
  forget(uri: string): void {
    if (this.#summaries.delete(uri)) this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
