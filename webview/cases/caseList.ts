import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { html, render } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { CaseSummary } from '../../src/core/report/reportModel';
import { cssVariables } from '../dom/cssVariables';
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
const narrowRows = window.matchMedia('(max-width: 639px)');

/**
 * A list of any length that holds only the rows in sight. Rows are positioned, not stacked, and each keeps its element
 * while it moves, so a snapshot that re-sorts the list takes neither focus nor place from the reader.
 */
export class CaseList {
  readonly #element: HTMLElement;
  readonly #events: CaseListEvents;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #state: CaseListState = {
    cases: [],
    activeCase: undefined,
    openCase: undefined,
    severalJudges: false,
    repeated: new Set(),
    benchmarkTitles: new Map(),
  };
  #indexes = new Map<string, number>();

  constructor(element: HTMLElement, scrollTop: number, events: CaseListEvents) {
    this.#element = element;
    this.#events = events;
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count: 0,
      getScrollElement: () => element,
      estimateSize: () => this.#rowHeight,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      initialOffset: scrollTop,
      overscan: 10,
      onChange: () => this.#render(),
    });
    this.#virtualizer._didMount();
    element.addEventListener('scroll', () => this.#events.scrolled(element.scrollTop), { passive: true });
    element.addEventListener('keydown', (event) => this.#onKey(event));
    element.addEventListener('focusin', (event) => this.#onFocus(event));
    narrowRows.addEventListener('change', () => {
      this.#virtualizer.measure();
      this.#render();
    });
  }

  get #rowHeight(): number {
    return narrowRows.matches ? rowHeight.narrow : rowHeight.wide;
  }

  /** Shows a new state, keeping in place what the reader looks at. */
  update(state: CaseListState): void {
    const anchor = state.cases === this.#state.cases ? undefined : this.#anchor();
    if (state.cases !== this.#state.cases)
      this.#indexes = new Map(state.cases.map((summary, index) => [summary.id, index]));
    this.#state = state;
    const { options } = this.#virtualizer;
    this.#virtualizer.setOptions({
      ...options,
      count: state.cases.length,
      getItemKey: (index) => state.cases[index]?.id ?? index,
    });
    this.#virtualizer._willUpdate();
    this.#render();
    if (anchor !== undefined) this.#restore(anchor);
  }

  /** Brings a case into sight without moving the focus. */
  reveal(id: string): void {
    const index = this.#indexes.get(id);
    if (index !== undefined) this.#virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  /** Puts the list where it was before a reload. */
  scrollTo(top: number): void {
    this.#element.scrollTop = top;
  }

  /** Puts the focus on a case's row, or on the first when the case is not listed. */
  focus(id: string | undefined): void {
    this.#focusIndex(this.#indexes.get(id ?? '') ?? 0);
  }

  #holdsFocus(): boolean {
    return this.#element.contains(document.activeElement);
  }

  /** The row the reader is likely looking at, when not at the top of the list: the focused one, else the first in sight. */
  #anchor(): { readonly id: string; readonly offset: number } | undefined {
    const top = this.#element.scrollTop;
    if (top === 0) return undefined;
    const focused = this.#holdsFocus() ? this.#indexes.get(this.#state.activeCase ?? '') : undefined;
    const first = Math.floor(top / this.#rowHeight);
    const index = focused !== undefined && this.#isInSight(focused) ? focused : first;
    const id = this.#state.cases[index]?.id;
    return id === undefined ? undefined : { id, offset: index * this.#rowHeight - top };
  }

  #restore({ id, offset }: { readonly id: string; readonly offset: number }): void {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    const top = Math.max(0, index * this.#rowHeight - offset);
    if (Math.abs(top - this.#element.scrollTop) >= 1) {
      this.#element.scrollTop = top;
      this.#render();
    }
  }

  #isInSight(index: number): boolean {
    const top = index * this.#rowHeight - this.#element.scrollTop;
    return top >= 0 && top < this.#element.clientHeight;
  }

  #render(): void {
    const { cases, activeCase, openCase, severalJudges, repeated, benchmarkTitles } = this.#state;
    const active = this.#indexes.get(activeCase ?? '') ?? 0;
    const items = this.#virtualizer.getVirtualItems().map((item) => ({ index: item.index, top: item.start }));
    // The active row stays in the page wherever it is: the keyboard's place must not vanish when it scrolls out of sight.
    if (cases.length > 0 && !items.some((item) => item.index === active)) {
      items.push({ index: active, top: active * this.#rowHeight });
      items.sort((a, b) => a.index - b.index);
    }
    const hadFocus = this.#holdsFocus();
    const rows = repeat(
      items,
      ({ index }) => cases[index]?.id ?? index,
      ({ index, top }) => {
        const summary = cases[index];
        if (summary === undefined) return undefined;
        const place = { index, count: cases.length, top, active: index === active, open: summary.id === openCase };
        const benchmark = benchmarkTitles.get(summary.benchmark) ?? '';
        const showRepeat = repeated.has(summary.benchmark);
        const onOpen = (id: string): void => this.#events.open(id, false);
        return caseRow(summary, { ...place, severalJudges, showRepeat, benchmark, onOpen });
      },
    );
    const total = `${String(this.#virtualizer.getTotalSize())}px`;
    render(
      html`<div
        class="case-rows ${benchmarkTitles.size > 0 ? 'mixed' : ''}"
        role="presentation"
        ${cssVariables({ '--total': total })}
      >
        ${rows}
      </div>`,
      this.#element,
    );
    // Moving an element within the page drops its focus; give it back before anyone notices.
    if (hadFocus && !this.#holdsFocus()) this.#rowAt(active)?.focus({ preventScroll: true });
  }

  #rowAt(index: number): HTMLElement | undefined {
    return this.#element.querySelector<HTMLElement>(`#case-${String(index)}`) ?? undefined;
  }

  #onFocus(event: FocusEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('.case-row');
    const id = row?.dataset.case;
    if (id !== undefined && id !== this.#state.activeCase) this.#events.activate(id);
  }

  #focusIndex(index: number): void {
    const id = this.#state.cases[index]?.id;
    if (id === undefined) return;
    this.#state = { ...this.#state, activeCase: id };
    this.#virtualizer.scrollToIndex(index, { align: 'auto' });
    this.#render();
    this.#rowAt(index)?.focus({ preventScroll: true });
    this.#events.activate(id);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const active = this.#indexes.get(this.#state.activeCase ?? '') ?? 0;
    const page = Math.max(1, Math.floor(this.#element.clientHeight / this.#rowHeight) - 1);
    const last = this.#state.cases.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      this.#focusIndex(Math.min(last, Math.max(0, target)));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const id = this.#state.cases[active]?.id;
      if (id !== undefined) this.#events.open(id, true);
    }
  }
}
