import * as vscode from 'vscode';
import type { Headline } from '../../core/report/headline';
import { extensionPrefix } from '../settings';

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
}

/** Announces the state of runs by document URI. Importing it does not load the engine. */
export class RunTracker implements vscode.Disposable {
  readonly #summaries = new Map<string, RunStatusSummary>();
  readonly #changed = new vscode.EventEmitter<string>();
  readonly onDidChange = this.#changed.event;

  get(uri: string): RunStatusSummary | undefined {
    return this.#summaries.get(uri);
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

/** Shows runs in the status bar and sets the context key that enables the command to leave batches. */
export function registerRunStatus(tracker: RunTracker): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(`${extensionPrefix}.run`, vscode.StatusBarAlignment.Left);
  item.name = 'Tutor Prompt evaluation';
  let waitsForBatches = false;
  const update = (): void => {
    const running = tracker.running();
    const sum = (of: (summary: RunStatusSummary) => number): number =>
      running.reduce((total, [, summary]) => total + of(summary), 0);
    const inBatches = sum(({ callsInBatches }) => callsInBatches);
    if (waitsForBatches !== inBatches > 0) {
      waitsForBatches = inBatches > 0;
      void vscode.commands.executeCommand('setContext', `${extensionPrefix}.waitsForBatches`, waitsForBatches);
    }
    const [first] = running;
    if (first === undefined) {
      item.hide();
      return;
    }
    const done = sum(({ replies }) => replies.done);
    const planned = sum(({ replies }) => replies.planned);
    const judgements = sum((summary) => summary.judgements);
    // No spinning icon for hours while batches wait.
    const sign = running.every(([, { callsInBatches }]) => callsInBatches > 0) ? '$(watch)' : '$(loading~spin)';
    item.text = `${sign} Tutor prompt: ${done}/${planned} replies, ${judgements} judgements`;
    const batches = inBatches === 0 ? '' : `, ${inBatches} calls in batches`;
    item.tooltip = `${done} of ${planned} replies in, ${judgements} judgements made${batches}. Show results.`;
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
