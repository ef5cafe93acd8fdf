import type { ToPanel } from '../../protocol/messages';
import type { PanelState, PlacedRow, StateChange } from '../../protocol/panelState';

/** Sends states one at a time: a slow page gets fewer. A state of the same cases as the last goes as a change. */
export class StateFeed {
  readonly #post: (message: ToPanel) => void;
  /** What the page has. */
  #sent: PanelState | undefined;
  isReady = false;
  /** `stale`: another state was asked for meanwhile. */
  #drawing: 'drawing' | 'stale' | undefined;

  constructor(post: (message: ToPanel) => void) {
    this.#post = post;
  }

  /** The page is there, and has nothing yet. */
  begin(): void {
    this.end();
    this.isReady = true;
  }

  end(): void {
    this.isReady = false;
    this.#sent = undefined;
    this.#drawing = undefined;
  }

  /** Sends what `make` returns, unless the page draws; then `drawn` says that there is something newer. */
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
    this.#post(change === undefined ? { kind: 'state', state } : { kind: 'changed', change });
  }

  /** Returns whether a state was asked for meanwhile. */
  drawn(): boolean {
    const isStale = this.#drawing === 'stale';
    this.#drawing = undefined;
    return isStale;
  }
}

/** `undefined` where the two are not of the same run and cases. Most of the megabytes of rows stay the same. */
function changeOfState(before: PanelState | undefined, after: PanelState): StateChange | undefined {
  const known = before?.report;
  const { report } = after;
  if (known === undefined || report === undefined) return undefined;
  if (known.run.id !== report.run.id || known.benchmarks.length !== report.benchmarks.length) return undefined;
  const rows: (readonly PlacedRow[])[] = [];
  for (const [index, { id, cases }] of report.benchmarks.entries()) {
    const former = known.benchmarks[index];
    if (former?.id !== id || former.cases.length !== cases.length) return undefined;
    rows.push([...cases.entries()].filter(([row, summary]) => summary !== former.cases[row]));
  }
  const benchmarks = report.benchmarks.map((benchmark) => ({ ...benchmark, cases: [] }));
  return { state: { ...after, report: { ...report, benchmarks } }, rows };
}
