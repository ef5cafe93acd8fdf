import type { LabelRow, LabelWork } from '../../src/core/report/labellingView';

/** Why there is nothing to take back, as a sentence; `undefined` where there is. `row` is the one that the digits are for. */
export function whyNoUndo(work: LabelWork, row: LabelRow | undefined, hasPending: boolean): string | undefined {
  if (work.canUndo || hasPending) return undefined;
  if (row?.chosen === undefined) return 'There is no label to take back.';
  if (work.mode === 'reviewing' && row.mode === 'blind') {
    return 'This label was given blind. It is not taken back with a verdict in sight.';
  }
  return undefined;
}
