import * as vscode from 'vscode';
import { baselineOf } from '../../core/history/baseline';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { MeasuredPair } from '../comparing/comparisonThread';
import { reasonOf } from '../log';
import type { PromptRevisions } from './promptRevisions';

export interface WatchedController {
  readonly session: { readonly manifest: { readonly runId: string } } | undefined;
  readonly isRunning: boolean;
  readonly onDidChange: vscode.Event<void>;
  measured(runId: string, changes: BaselineChanges | undefined): void;
}

export type MeasuringRevisions = Pick<PromptRevisions, 'ownHistory' | 'limits' | 'measure' | 'onDidChange'>;

export interface BaselineWatch {
  /** `undefined` without a run or a readable baseline. Never rejects. */
  measure(): Promise<MeasuredPair | undefined>;
  dispose(): void;
}

/** Compares the shown run with its baseline again whenever a run or a limit changes. */
export function watchBaseline(
  controller: WatchedController,
  revisions: MeasuringRevisions,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): BaselineWatch {
  let abort = new AbortController();
  let measured: { readonly key: string; readonly pair: Promise<MeasuredPair | undefined> } | undefined;
  let expected: string | undefined;
  const warn = (runId: string, error: unknown): void =>
    log.warn(`Run ${runId} could not be compared with its baseline.`, reasonOf(error));

  /** Never rejects: a run that cannot be compared is shown without changes. */
  const compare = async (after: string, before: string | undefined, label: string | undefined, signal: AbortSignal) => {
    const failed = (error: unknown): void => (signal.aborted ? undefined : warn(after, error));
    const asked = before === undefined ? undefined : revisions.measure({ before, after }, label, signal);
    const pair = (await asked?.catch(failed)) ?? undefined;
    if (!signal.aborted) controller.measured(after, pair?.changes);
    return pair;
  };

  const measure = async (): Promise<MeasuredPair | undefined> => {
    const runId = controller.session?.manifest.runId;
    // In Restricted Mode no run is read except the shown one.
    if (runId === undefined || !vscode.workspace.isTrusted) return undefined;
    if (controller.isRunning && expected === runId) return undefined;
    expected = runId;
    try {
      const history = await revisions.ownHistory();
      const baseline = baselineOf(history, runId);
      const revision = history.revisions.find((one) => one.revision === baseline?.revision);
      const label = revision?.label ?? revision?.edit;
      if (controller.isRunning) {
        // Says what the run will be compared with, so that the column of changes is there from the start.
        if (baseline !== undefined) controller.measured(runId, { against: label ?? '', metrics: [] });
        return undefined;
      }
      const lastAt = history.runs.find(({ id }) => id === runId)?.summary?.lastAt;
      const { margin, smallest, guardMargin } = revisions.limits;
      const key = JSON.stringify([runId, lastAt, baseline?.id, label, margin, smallest, guardMargin]);
      if (measured?.key !== key) {
        abort.abort();
        abort = new AbortController();
        measured = { key, pair: compare(runId, baseline?.id, label, abort.signal) };
      }
      return await measured.pair;
    } catch (error) {
      warn(runId, error);
      return undefined;
    }
  };

  const listening = [controller, revisions].map(({ onDidChange }) => onDidChange(() => void measure()));
  const dispose = (): void => {
    abort.abort();
    for (const one of listening) one.dispose();
  };
  return { measure, dispose };
}
