import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { cssVariables, movedIndex } from './elements';

export interface RowView {
  readonly className: string;
  readonly isOpen?: boolean;
  readonly tip?: string;
  readonly content: TemplateResult;
}

interface RowListState<Row> {
  readonly rows: readonly Row[];
  readonly activeId: string | undefined;
  readonly className: string;
  readonly draw: (row: Row, index: number) => RowView;
}

interface RowListOptions<Row> {
  /** Prefix of the rows' element ids, and name of the `data-` attribute with the row's id. */
  readonly name: string;
  readonly idOf: (row: Row) => string;
  /** The saved scroll position, in pixels. */
  readonly scrollTop: () => number;
  readonly click: (id: string) => void;
  readonly open: (id: string) => void;
  readonly activate: (id: string) => void;
  readonly scrolled: (top: number) => void;
}

/** Holds the list while its element is on the page. */
export class ListSlot<Row> {
  list: RowList<Row> | undefined;

  constructor(private readonly options: RowListOptions<Row>) {}

  /** The element, hidden while there are no rows. */
  box(className: string, label: string, rows: number): TemplateResult {
    return html`<div
      class=${className}
      role="listbox"
      aria-label=${label}
      ?hidden=${rows === 0}
      ${cssVariables({ '--rows': String(rows) })}
      ${ref(this.#attach)}
    ></div>`;
  }

  readonly #attach = (element: Element | undefined): void => {
    this.list = element instanceof HTMLElement ? new RowList(element, this.options) : undefined;
  };
}

/** Pixels, for two lines. Must match the lists' style sheets. */
const rowHeight = 48;

/**
 * A list of any length that draws only the rows in sight. Rows are positioned absolutely and keep their elements when
 * they move. So a snapshot that re-sorts the list changes neither the focus nor the scroll position.
 */
class RowList<Row> {
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #state: RowListState<Row> | undefined;
  #indexes = new Map<string, number>();

  constructor(
    private readonly element: HTMLElement,
    private readonly options: RowListOptions<Row>,
  ) {
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      count: 0,
      getScrollElement: () => element,
      estimateSize: () => rowHeight,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      initialOffset: options.scrollTop(),
      overscan: 10,
      onChange: () => this.#render(),
    });
    this.#virtualizer._didMount();
    element.addEventListener('scroll', () => options.scrolled(element.scrollTop), { passive: true });
    element.addEventListener('keydown', (event) => this.#onKey(event));
    element.addEventListener('focusin', (event) => this.#onFocus(event));
  }

  /** Draws the rows and keeps the reader's row in place. */
  update(state: RowListState<Row>): void {
    const isFirst = this.#state === undefined;
    const isNew = state.rows !== this.#state?.rows;
    const anchor = isNew ? this.#anchor() : undefined;
    this.#state = state;
    if (isNew) this.#indexes = new Map(state.rows.map((row, index) => [this.options.idOf(row), index]));
    this.#virtualizer.setOptions({
      ...this.#virtualizer.options,
      count: state.rows.length,
      getItemKey: (index) => this.#idAt(index) ?? index,
    });
    this.#virtualizer._willUpdate();
    this.#render();
    if (isFirst) this.scrollTo(this.options.scrollTop());
    const index = this.#indexes.get(anchor?.id ?? '');
    if (anchor === undefined || index === undefined) return;
    const top = Math.max(0, index * rowHeight - anchor.offset);
    if (Math.abs(top - this.element.scrollTop) < 1) return;
    this.element.scrollTop = top;
    this.#render();
  }

  /** Brings a row into sight without moving the focus. */
  reveal(id: string): void {
    const index = this.#indexes.get(id);
    if (index !== undefined) this.#virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  scrollTo(top: number): void {
    this.element.scrollTop = top;
  }

  /** Puts the focus on a row, or on the first when there is none of that id. */
  focus(id: string | undefined): void {
    this.#focusIndex(this.#indexes.get(id ?? '') ?? 0);
  }

  #idAt(index: number): string | undefined {
    const row = this.#state?.rows[index];
    return row === undefined ? undefined : this.options.idOf(row);
  }

  get #active(): number {
    return this.#indexes.get(this.#state?.activeId ?? '') ?? 0;
  }

  #holdsFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** The row to keep in place: the focused one, else the first in sight. None at the top of the list. */
  #anchor(): { readonly id: string; readonly offset: number } | undefined {
    const top = this.element.scrollTop;
    if (top === 0) return undefined;
    const focused = this.#holdsFocus() ? this.#indexes.get(this.#state?.activeId ?? '') : undefined;
    const below = (focused ?? -1) * rowHeight - top;
    const isInSight = below >= 0 && below < this.element.clientHeight;
    const index = focused !== undefined && isInSight ? focused : Math.floor(top / rowHeight);
    const id = this.#idAt(index);
    return id === undefined ? undefined : { id, offset: index * rowHeight - top };
  }

  #render(): void {
    if (this.#state === undefined) return;
    const { rows, className } = this.#state;
    const active = this.#active;
    const items = this.#virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start }));
    // The active row is always drawn, so that the keyboard's position survives scrolling.
    if (rows.length > 0 && !items.some(({ index }) => index === active)) {
      items.push({ index: active, top: active * rowHeight });
      items.sort((a, b) => a.index - b.index);
    }
    const hadFocus = this.#holdsFocus();
    const drawn = repeat(
      items,
      ({ index }) => this.#idAt(index) ?? index,
      ({ index, top }) => this.#rowView(index, top),
    );
    const total = `${String(this.#virtualizer.getTotalSize())}px`;
    render(
      html`<div class=${className} role="presentation" ${cssVariables({ '--total': total })}>${drawn}</div>`,
      this.element,
    );
    // Moving an element within the page drops its focus.
    if (hadFocus && !this.#holdsFocus()) this.#rowAt(active)?.focus({ preventScroll: true });
  }

  #rowView(index: number, top: number): unknown {
    const row = this.#state?.rows[index];
    if (this.#state === undefined || row === undefined) return nothing;
    const { name, idOf, click } = this.options;
    const { className, isOpen = false, tip, content } = this.#state.draw(row, index);
    const id = idOf(row);
    const marked = (element: Element | undefined): void => {
      if (element instanceof HTMLElement) element.dataset[name] = id;
    };
    return html`<div
      class=${className}
      role="option"
      id="${name}-${index}"
      data-tip=${tip ?? nothing}
      aria-description=${tip ?? nothing}
      aria-selected=${String(isOpen)}
      aria-posinset=${index + 1}
      aria-setsize=${this.#state.rows.length}
      tabindex=${index === this.#active ? 0 : -1}
      ${cssVariables({ '--top': `${String(top)}px` })}
      ${ref(marked)}
      @click=${() => click(id)}
    >
      ${content}
    </div>`;
  }

  #rowAt(index: number): HTMLElement | undefined {
    return this.element.querySelector<HTMLElement>(`#${this.options.name}-${String(index)}`) ?? undefined;
  }

  #onFocus(event: FocusEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[role=option]');
    const id = row?.dataset[this.options.name];
    if (id !== undefined && id !== this.#state?.activeId) this.options.activate(id);
  }

  #focusIndex(index: number): void {
    const id = this.#idAt(index);
    if (this.#state === undefined || id === undefined) return;
    this.#state = { ...this.#state, activeId: id };
    this.#virtualizer.scrollToIndex(index, { align: 'auto' });
    this.#render();
    this.#rowAt(index)?.focus({ preventScroll: true });
    this.options.activate(id);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 1);
    const target = movedIndex(event, this.#active, this.#state?.rows.length ?? 0, { arrows: 'column', page });
    if (target !== undefined) this.#focusIndex(target);
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const id = this.#idAt(this.#active);
      if (id !== undefined) this.options.open(id);
    }
  }
}
