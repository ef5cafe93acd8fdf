import * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import { modelName } from '../../core/store/runManifest';

/** Milliseconds between two messages: fast enough to watch. */
const interval = 500;

/**
 * Says how many of the labelled replies were judged, now and then. The function that it gives takes how many calls wait for batches,
 * which a person may leave alone.
 */
export function calibrationProgress(
  session: RunSession,
  report: (message: string) => void,
): (callsInBatches: number) => void {
  const judges = session.manifest.judges.map(modelName);
  const planned = session.items.length * judges.length;
  let last = Number.NEGATIVE_INFINITY;
  return (callsInBatches) => {
    const now = performance.now();
    if (now - last < interval) return;
    last = now;
    const begun = session.items.reduce((sum, { key }) => {
      const answers = session.state.items.get(key)?.answers;
      return sum + judges.filter((judge) => (answers?.get(judge)?.size ?? 0) > 0).length;
    }, 0);
    report(
      callsInBatches > 0
        ? vscode.l10n.t(
            '{0} calls wait for batches. They stay with the provider when the window is closed; cancelling ends them.',
            callsInBatches,
          )
        : vscode.l10n.t('{0} of {1} replies', begun.toLocaleString('en'), planned.toLocaleString('en')),
    );
  };
}
