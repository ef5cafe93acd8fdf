import type { PanelState } from '../../src/protocol/panelState';

const ended = {
  running: undefined,
  completed: 'Evaluation finished.',
  incomplete: 'Evaluation finished, some calls failed.',
  cancelled: 'Evaluation cancelled.',
  interrupted: undefined,
  failed: 'Evaluation failed.',
  overBudget: 'Evaluation stopped at a cap.',
} as const;

/** What a screen reader is told when it changes: the stages of a run, not its counts. */
export function announcement(state: PanelState): string | undefined {
  switch (state.phase.kind) {
    case 'empty':
      return undefined;
    case 'starting':
      return 'Starting the evaluation.';
    case 'running':
      return state.batches === undefined ? 'Evaluation running.' : 'Evaluation waiting for batches.';
    case 'cancelling':
      return 'Cancelling the evaluation.';
    case 'blocked':
      return 'The evaluation did not start.';
    case 'done':
      return state.report && ended[state.report.run.status];
  }
}
