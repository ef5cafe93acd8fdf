import * as vscode from 'vscode';
import type { DecisionWords } from '../../core/compare/decisionWords';
import type { Headline } from '../../core/report/headline';

export interface RunStatusSummary {
  readonly phase: 'running' | 'done';
  /** Counts every turn of a dialogue. A dialogue that breaks off leaves planned replies undone. */
  readonly replies: { readonly done: number; readonly planned: number };
  /** Judge calls answered or given up. The total is known only when all replies are in. */
  readonly judgements: number;
  readonly callsInBatches: number;
  readonly cases: number;
  /** Cases with a usable verdict; 0 before the report is finished. */
  readonly judged: number;
  readonly failing: number;
  readonly simulated: boolean;
  readonly headline?: Headline;
  readonly status: string | undefined;
  /** What the comparison with the baseline says; the sentence has intervals. */
  readonly decision?: DecisionWords & { readonly sentence: string };
}

/** Announces the state of runs by document URI. Importing it does not load the engine. */
export class RunTracker implements vscode.Disposable {
  /** New documents that a command filled with a prompt. */
  readonly opened = new Set<string>();
  readonly #summaries = new Map<string, RunStatusSummary>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly onDidChange = this.#changed.event;

  get(uri: string): RunStatusSummary | undefined {
    return this.#summaries.get(uri);
  }

  get hasRuns(): boolean {
    return this.#summaries.size > 0;
  }

  running(): readonly (readonly [string, RunStatusSummary])[] {
    return [...this.#summaries].filter(([, summary]) => summary.phase === 'running');
  }

  set(uri: string, summary: RunStatusSummary): void {
    this.#summaries.set(uri, summary);
    this.#changed.fire(uri);
  }

  forget(uri: string): void {
    if (this.#summaries.delete(uri)) this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
