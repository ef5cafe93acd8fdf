import type { ToPanel } from '../../protocol/messages';
import type { PanelState, IndexedRow, StateChange } from '../../protocol/panelState';

/** Sends one state at a time, so a slow page gets fewer. Sends only changes if the cases are the same. */
export class StateFeed {
  /** The state that the page has. */
  #sent: PanelState | undefined;
  isReady = false;
  /** `stale`: another state was requested meanwhile. */
  #drawing: 'drawing' | 'stale' | undefined;

  constructor(private readonly post: (message: ToPanel) => void) {}

  /** The page is ready and has no state yet. */
  begin(): void {
    this.end();
    this.isReady = true;
  }

  end(): void {
    this.isReady = false;
    this.#sent = undefined;
    this.#drawing = undefined;
  }

  /** Sends what `make` returns. While the page draws, only marks its state as stale. */
  send(make: () => PanelState): void {
    if (!this.isReady) return;
    if (this.#drawing !== undefined) {
      this.#drawing = 'stale';
      return;
    }
    const state = make();
    const change = changeOfState(this.#sent, state);
    this.#sent = state;
    this.#drawing = 'drawing';
    this.post(change === undefined ? { kind: 'state', state } : { kind: 'changed', change });
  }

  /** Returns whether a newer state was requested meanwhile. */
  drawn(): boolean {
    const isStale = this.#drawing === 'stale';
    this.#drawing = undefined;
    return isStale;
  }
}

/** `undefined` for another run or other cases. Saves megabytes, since most rows stay the same. */
function changeOfState(before: PanelState | undefined, after: PanelState): StateChange | undefined {
  const known = before?.report;
  const { report } = after;
  if (known === undefined || report === undefined) return undefined;
  if (known.run.id !== report.run.id || known.benchmarks.length !== report.benchmarks.length) return undefined;
  const rows: (readonly IndexedRow[])[] = [];
  for (const [index, { id, cases }] of report.benchmarks.entries()) {
    const former = known.benchmarks[index];
    if (former?.id !== id || former.cases.length !== cases.length) return undefined;
    rows.push([...cases.entries()].filter(([row, summary]) => summary !== former.cases[row]));
  }
  const benchmarks = report.benchmarks.map((benchmark) => ({ ...benchmark, cases: [] }));
  return { state: { ...after, report: { ...report, benchmarks } }, rows };
}
