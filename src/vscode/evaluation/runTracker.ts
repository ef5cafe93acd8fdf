import * as vscode from 'vscode';
import type { Headline } from '../../core/report/headline';
import { extensionPrefix } from '../settings';

export interface RunStatusSummary {
  readonly phase: 'running' | 'done';
  /** Of dialogues with several turns each reply counts. A dialogue that breaks off leaves some of those planned. */
  readonly replies: { readonly done: number; readonly planned: number };
  /** Judge calls that are answered or given up. How many there will be is known only when all replies are in. */
  readonly judgements: number;
  readonly callsInBatches: number;
  readonly cases: number;
  /** Cases with a verdict that could be used; 0 while there is no finished report. */
  readonly judged: number;
  readonly failing: number;
  readonly simulated: boolean;
  readonly headline?: Headline;
}

/** Announces what happens to the runs of prompt files, by document URI. Light: no engine is needed to listen. */
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

/** Shows runs in the status bar, and sets the context key by which the command to leave batches is offered. */
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
    // Nothing turns for hours while a provider takes its time.
    const sign = running.every(([, { callsInBatches }]) => callsInBatches > 0) ? '$(watch)' : '$(loading~spin)';
    item.text = `${sign} Tutor prompt: ${done}/${planned} replies, ${judgements} judgements`;
    const batches = inBatches === 0 ? '' : `, ${inBatches} calls in batches`;
    item.tooltip = `${done} of ${planned} replies in, ${judgements} judgements made${batches}. Show results.`;
    item.command = { title: '', command: `${extensionPrefix}.showPanel`, arguments: [vscode.Uri.parse(first[0])] };
    item.show();
  };
  return vscode.Disposable.from(item, tracker.onDidChange(update));
}
