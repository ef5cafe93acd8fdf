import type { PanelState } from '../../protocol/panelState';
import type { PlacedRow, StateChange } from '../../protocol/stateChange';

/**
 * What `after` changes of `before`, rows that are the same objects being left out; `undefined` where the two are not of the same run and
 * cases. A run of thousands of samples has megabytes of rows and a handful of new ones in each state.
 */
export function changeOfState(before: PanelState | undefined, after: PanelState): StateChange | undefined {
  const known = before?.report;
  const { report } = after;
  if (known === undefined || report === undefined) return undefined;
  if (known.run.id !== report.run.id || known.benchmarks.length !== report.benchmarks.length) return undefined;
  const rows: (readonly PlacedRow[])[] = [];
  for (const [place, { id, cases }] of report.benchmarks.entries()) {
    const former = known.benchmarks[place];
    if (former?.id !== id || former.cases.length !== cases.length) return undefined;
    rows.push([...cases.entries()].filter(([at, row]) => row !== former.cases[at]));
  }
  const benchmarks = report.benchmarks.map((benchmark) => ({ ...benchmark, cases: [] }));
  return { state: { ...after, report: { ...report, benchmarks } }, rows };
}
