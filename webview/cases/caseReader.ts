import type { CaseDetail, CaseSummary } from '../../src/core/results/reportModel';
import type { OpenCase } from '../views/caseDetail';

/** A summary's state as far as its detail would differ. */
function stampOf(summary: CaseSummary): string {
  return [summary.status, ...summary.chips.map((chip) => chip.label)].join('|');
}

/** Keeps the open case's detail in step with the snapshots: transcripts are sent only when asked for. */
export class CaseReader {
  readonly #request: (id: string, answered: (detail: CaseDetail | undefined) => void) => void;
  #open: OpenCase | undefined;
  #asked = '';

  constructor(request: (id: string, answered: (detail: CaseDetail | undefined) => void) => void) {
    this.#request = request;
  }

  get open(): OpenCase | undefined {
    return this.#open;
  }

  /** Asks for a case when it is not there or changed since. Call with every snapshot and every change of the open case. */
  follow(id: string | undefined, runId: string | undefined, cases: readonly CaseSummary[]): void {
    if (id === undefined || runId === undefined) {
      this.#open = undefined;
      this.#asked = '';
      return;
    }
    if (this.#open?.id !== id) this.#open = { kind: 'loading', id };
    const summary = cases.find((item) => item.id === id);
    const stamp = [runId, id, summary === undefined ? '' : stampOf(summary)].join('\n');
    if (stamp === this.#asked) return;
    this.#asked = stamp;
    this.#request(id, (detail) => {
      if (this.#open?.id !== id) return;
      this.#open = detail === undefined ? { kind: 'missing', id } : { kind: 'open', id, detail };
    });
  }
}
