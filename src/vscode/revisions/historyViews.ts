import { historyView } from '../../core/report/historyView';
import type { ToPanel } from '../../protocol/messages';
import type { PromptHistories } from './promptRevisions';

/** The history as the page gets it, with the points of one series. Rejects with `RunStoreError`. */
export async function historyMessage(
  revisions: PromptHistories,
  series: string | undefined,
): Promise<Extract<ToPanel, { kind: 'history' }>> {
  const history = await revisions.history();
  // Comparisons are suggested within the prompt's own runs only.
  const own = await revisions.ownHistory();
  const view = historyView(history, series);
  const { suggested } = own === history ? view : historyView(own);
  return { kind: 'history', view: { ...view, suggested } };
}
