import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import type { RunStatus } from '../../src/core/results/reportModel';

interface RunButton {
  readonly label: string;
  readonly action: PanelAction;
  readonly enabled: boolean;
  readonly primary: boolean;
}

const resumable: readonly RunStatus[] = ['cancelled', 'interrupted', 'incomplete', 'overBudget'];

/** True when the shown run stopped early and its prompt is still the text in the editor. */
export function canResume(state: PanelState): boolean {
  const idle = state.phase.kind === 'done' || state.phase.kind === 'blocked';
  if (!idle || state.editedSinceRun || state.report === undefined) return false;
  const { status, progress } = state.report.run;
  // With nothing to keep, a key or a model's name is wrong, and a run of the mended choices is a new one.
  if (status === 'failed') return progress.replies.done > 0;
  return resumable.includes(status);
}

/** What the button in the header says and does. A changed prompt is evaluated anew: its old run cannot go on. */
export function runButton(state: PanelState): RunButton {
  switch (state.phase.kind) {
    case 'starting':
    case 'running':
      return { label: 'Cancel', action: 'cancel', enabled: true, primary: false };
    case 'cancelling':
      return { label: 'Cancelling…', action: 'cancel', enabled: false, primary: false };
    case 'empty':
    case 'done':
    case 'blocked': {
      const enabled = state.trusted;
      if (canResume(state))
        return { label: state.batches === undefined ? 'Resume' : 'Collect', action: 'resume', enabled, primary: true };
      const label = state.report === undefined || state.editedSinceRun ? 'Evaluate' : 'Evaluate again';
      return { label, action: 'evaluate', enabled, primary: true };
    }
  }
}
