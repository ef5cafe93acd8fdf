import type { CaseSummary } from '../../src/core/results/reportModel';
import { RowList } from '../dom/rowList';
import { caseRow } from './caseRow';

export interface CaseListState {
  readonly cases: readonly CaseSummary[];
  readonly activeCase: string | undefined;
  readonly openCase: string | undefined;
  readonly severalJudges: boolean;
  /** Benchmarks whose rows say which play of the sample they are. */
  readonly repeated: ReadonlySet<string>;
  /** Titles of benchmarks by id where rows of several stand in one list. */
  readonly benchmarkTitles: ReadonlyMap<string, string>;
}

interface CaseListEvents {
  /** The reader chose a row with Enter or a click. */
  open(id: string, byKeyboard: boolean): void;
  /** The list's focus moved to a row. */
  activate(id: string): void;
  scrolled(top: number): void;
}

/** Pixels; two lines where the panel is narrow. Kept in step with styles/caseList.css. */
const rowHeight = { wide: 28, narrow: 48 } as const;

/** The list of cases, of any length. */
export class CaseList {
  readonly #list: RowList<CaseSummary>;
  readonly #events: CaseListEvents;

  constructor(element: HTMLElement, scrollTop: number, events: CaseListEvents) {
    this.#events = events;
    const options = { name: 'case', idOf: ({ id }: CaseSummary) => id, rowHeight };
    this.#list = new RowList(element, scrollTop, options, { ...events, open: (id) => events.open(id, true) });
  }

  /** Shows a new state, keeping in place what the reader looks at. */
  update({ cases, activeCase, openCase, severalJudges, repeated, benchmarkTitles }: CaseListState): void {
    const onOpen = (id: string): void => this.#events.open(id, false);
    this.#list.update({
      rows: cases,
      activeId: activeCase,
      className: `case-rows ${benchmarkTitles.size > 0 ? 'mixed' : ''}`,
      draw: (summary, place) => {
        const benchmark = benchmarkTitles.get(summary.benchmark) ?? '';
        const showRepeat = repeated.has(summary.benchmark);
        return caseRow(summary, {
          ...place,
          open: summary.id === openCase,
          severalJudges,
          showRepeat,
          benchmark,
          onOpen,
        });
      },
    });
  }

  /** Brings a case into sight without moving the focus. */
  reveal(id: string): void {
    this.#list.reveal(id);
  }

  /** Puts the list where it was before a reload. */
  scrollTo(top: number): void {
    this.#list.scrollTo(top);
  }

  /** Puts the focus on a case's row, or on the first when the case is not listed. */
  focus(id: string | undefined): void {
    this.#list.focus(id);
  }
}
