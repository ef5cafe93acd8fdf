import type { ComparisonView } from '../src/core/report/comparisonViewModel';
import type { PackedView } from '../src/protocol/messages';
import type { PanelState, StateChange } from '../src/protocol/panelState';

/** The view that was packed. Rejects where the bytes are not whole. */
export async function unpackView(packed: PackedView): Promise<ComparisonView> {
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(inflated).json()) as ComparisonView;
}

/** The state that a change of `before` stands for. */
export function changedState(before: PanelState | undefined, { state, rows }: StateChange): PanelState {
  const { report } = state;
  if (report === undefined) return state;
  const benchmarks = report.benchmarks.map((benchmark, place) => {
    const cases = [...(before?.report?.benchmarks[place]?.cases ?? [])];
    for (const [at, row] of rows[place] ?? []) cases[at] = row;
    return { ...benchmark, cases };
  });
  return { ...state, report: { ...report, benchmarks } };
}
