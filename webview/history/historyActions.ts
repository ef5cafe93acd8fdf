import type { FromPanel, RunPair } from '../../src/protocol/messages';

/** What the view History may cause. */
export interface HistoryActions {
  send(message: FromPanel): void;
  chooseSeries(key: string): void;
  /** Points at a run of the chart; `revision` is read beside the list, that of the run unless given. */
  pointAt(runId: string, revision?: string): void;
  chooseRevision(revision: string): void;
  openTable(open: boolean): void;
  /** Shows two runs in the view Compare. */
  compare(pair: RunPair): void;
}
