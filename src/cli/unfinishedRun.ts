import type { RunSession } from '../core/engine/runSession';
import { countOf, verbFor } from '../core/report/countWords';

const endings: Readonly<Record<string, string>> = {
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
  failed: 'failed',
  overBudget: 'stopped at a cap',
};

/** A sentence on a run that has not come to its end, with how far it came; `undefined` for one that has. */
export function unfinishedRun({ manifest, state, items }: RunSession): string | undefined {
  const status = state.status?.status;
  if (status === 'completed' || status === 'incomplete') return undefined;
  const answered = items.filter(({ key }) => (state.items.get(key)?.replyRecords.length ?? 0) > 0).length;
  const ending =
    endings[status ?? ''] ?? (status === undefined ? 'has an empty journal' : 'is under way or was cut off');
  return `Run ${manifest.runId} ${ending}: ${countOf(answered, items.length, 'case', 'cases')} ${verbFor(items.length, 'has', 'have')} a reply. Finish it with: tutor-prompt-lab resume ${manifest.runId}`;
}
