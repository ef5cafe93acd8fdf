import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { html, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { cssVariables } from './cssVariables';
import { movedIndex } from './elements';

/** Where a row is drawn, and whether it is the list's stop for the keyboard. */
export interface ListPlace {
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly active: boolean;
}

/** What a list shows. `draw` gives an element with the role `option` and the id `<name>-<index>`. */
export interface RowListState<Row> {
  readonly rows: readonly Row[];
  readonly activeId: string | undefined;
  readonly className: string;
  readonly draw: (row: Row, place: ListPlace) => TemplateResult;
}

interface RowListEvents {
  /** The reader chose a row by keyboard. */
  open(id: string): void;
  /** The list's focus moved to a row. */
  activate(id: string): void;
  scrolled(top: number): void;
}

interface RowListOptions<Row> {
  /** Begins the ids of the rows' elements. */
  readonly name: string;
  readonly idOf: (row: Row) => string;
  /** Pixels. Kept in step with the style sheet. */
  readonly rowHeight: { readonly wide: number; readonly narrow: number };
}

const narrowRows = window.matchMedia('(max-width: 639px)');

/**
 * A list of any length that holds only the rows in sight. Rows are positioned, not stacked, and each keeps its element
 * while it moves, so a snapshot that re-sorts the list takes neither focus nor place from the reader.
 */
export class RowList<Row> {
  readonly #element: HTMLElement;
  readonly #options: RowListOptions<Row>;
  readonly #events: RowListEvents;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #state: RowListState<Row> = { rows: [], activeId: undefined, className: '', draw: () => html`` };
  #indexes = new Map<string, number>();

  constructor(element: HTMLElement, scrollTop: number, options: RowListOptions<Row>, events: RowListEvents) {
    this.#element = element;
    this.#options = options;
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
    const { rowHeight } = this.#options;
    return narrowRows.matches ? rowHeight.narrow : rowHeight.wide;
  }

  /** Keeps in place what the reader looks at. */
  update(state: RowListState<Row>): void {
    const { idOf } = this.#options;
    const anchor = state.rows === this.#state.rows ? undefined : this.#anchor();
    if (state.rows !== this.#state.rows) this.#indexes = new Map(state.rows.map((row, index) => [idOf(row), index]));
    this.#state = state;
    this.#virtualizer.setOptions({
      ...this.#virtualizer.options,
      count: state.rows.length,
      getItemKey: (index) => this.#idAt(index) ?? index,
    });
    this.#virtualizer._willUpdate();
    this.#render();
    if (anchor !== undefined) this.#restore(anchor);
  }

  /** Brings a row into sight without moving the focus. */
  reveal(id: string): void {
    const index = this.#indexes.get(id);
    if (index !== undefined) this.#virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  scrollTo(top: number): void {
    this.#element.scrollTop = top;
  }

  /** Puts the focus on a row, or on the first when there is none of that id. */
  focus(id: string | undefined): void {
    this.#focusIndex(this.#indexes.get(id ?? '') ?? 0);
  }

  #idAt(index: number): string | undefined {
    const row = this.#state.rows[index];
    return row === undefined ? undefined : this.#options.idOf(row);
  }

  #holdsFocus(): boolean {
    return this.#element.contains(document.activeElement);
  }

  /** The row the reader is likely looking at, when not at the top of the list: the focused one, else the first in sight. */
  #anchor(): { readonly id: string; readonly offset: number } | undefined {
    const top = this.#element.scrollTop;
    if (top === 0) return undefined;
    const focused = this.#holdsFocus() ? this.#indexes.get(this.#state.activeId ?? '') : undefined;
    const below = (focused ?? -1) * this.#rowHeight - top;
    const isInSight = below >= 0 && below < this.#element.clientHeight;
    const index = focused !== undefined && isInSight ? focused : Math.floor(top / this.#rowHeight);
    const id = this.#idAt(index);
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

  #render(): void {
    const { rows, activeId, className, draw } = this.#state;
    const active = this.#indexes.get(activeId ?? '') ?? 0;
    const items = this.#virtualizer.getVirtualItems().map((item) => ({ index: item.index, top: item.start }));
    // The active row stays in the page wherever it is: the keyboard's place must not vanish when it scrolls out of sight.
    if (rows.length > 0 && !items.some((item) => item.index === active)) {
      items.push({ index: active, top: active * this.#rowHeight });
      items.sort((a, b) => a.index - b.index);
    }
    const hadFocus = this.#holdsFocus();
    const drawn = repeat(
      items,
      ({ index }) => this.#idAt(index) ?? index,
      ({ index, top }) => {
        const row = rows[index];
        return row === undefined ? undefined : draw(row, { index, count: rows.length, top, active: index === active });
      },
    );
    const total = `${String(this.#virtualizer.getTotalSize())}px`;
    render(
      html`<div class=${className} role="presentation" ${cssVariables({ '--total': total })}>${drawn}</div>`,
      this.#element,
    );
    // Moving an element within the page drops its focus; give it back before anyone notices.
    if (hadFocus && !this.#holdsFocus()) this.#rowAt(active)?.focus({ preventScroll: true });
  }

  #rowAt(index: number): HTMLElement | undefined {
    return this.#element.querySelector<HTMLElement>(`#${this.#options.name}-${String(index)}`) ?? undefined;
  }

  #onFocus(event: FocusEvent): void {
    const row = (event.target as Element).closest('[role=option]');
    const id = this.#idAt(Number(row?.id.slice(this.#options.name.length + 1) ?? -1));
    if (row !== null && id !== undefined && id !== this.#state.activeId) this.#events.activate(id);
  }

  #focusIndex(index: number): void {
    const id = this.#idAt(index);
    if (id === undefined) return;
    this.#state = { ...this.#state, activeId: id };
    this.#virtualizer.scrollToIndex(index, { align: 'auto' });
    this.#render();
    this.#rowAt(index)?.focus({ preventScroll: true });
    this.#events.activate(id);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const active = this.#indexes.get(this.#state.activeId ?? '') ?? 0;
    const page = Math.max(1, Math.floor(this.#element.clientHeight / this.#rowHeight) - 1);
    const target = movedIndex(event, active, this.#state.rows.length, { arrows: 'column', page });
    if (target !== undefined) this.#focusIndex(target);
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const id = this.#idAt(active);
      if (id !== undefined) this.#events.open(id);
    }
  }
}
