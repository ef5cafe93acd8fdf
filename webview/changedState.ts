import type { PanelState, StateChange } from '../src/protocol/panelState';

/** Applies a change to the state `before`. */
export function changedState(before: PanelState | undefined, { state, rows }: StateChange): PanelState {
  const { report } = state;
  if (report === undefined) return state;
  const benchmarks = report.benchmarks.map((benchmark, index) => {
    const cases = [...(before?.report?.benchmarks[index]?.cases ?? [])];
    for (const [at, row] of rows[index] ?? []) cases[at] = row;
    return { ...benchmark, cases };
  });
  return { ...state, report: { ...report, benchmarks } };
}
