import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { cssVariables, movedIndex } from './elements';

export interface RowView {
  readonly isOpen?: boolean;
  readonly tip?: string;
  readonly content: TemplateResult;
}

interface ShownRows<Row> {
  readonly rows: readonly Row[];
  readonly activeId: string | undefined;
  readonly draw: (row: Row, index: number) => RowView;
}

/** What a list needs from the page. */
export interface ListPage {
  /** Where a list of this id was scrolled to, in pixels. */
  scrollTop(id: string): number;
  draw(): void;
  /** Draws at once, so that new elements can take the focus. */
  drawNow(): void;
}

interface RowListOptions<Row> {
  /** Prefix of the classes, and of the ids of the list and its rows. */
  readonly name: string;
  readonly idOf: (row: Row) => string;
  readonly click: (id: string) => void;
  readonly open: (id: string) => void;
  readonly activate: (id: string) => void;
}

/** Pixels, for two lines. Must match the lists' style sheets. */
const rowHeight = 48;
/** Rows that are drawn above and below those in sight. */
const spare = 10;

/**
 * A list of any length that draws only the rows in sight. Rows are positioned absolutely and keep their elements when
 * they move. So a snapshot that re-sorts the list changes neither the focus nor the scroll position.
 */
export class RowList<Row> {
  #element: HTMLElement | undefined;
  #rows: readonly Row[] = [];
  #activeId: string | undefined;
  #active = 0;
  /** The scroll position that the rows were drawn for. */
  #top = 0;
  #hadFocus = false;

  constructor(
    private readonly page: ListPage,
    private readonly options: RowListOptions<Row>,
  ) {}

  /** The list, hidden while it has no rows. Keeps the reader's row in place. */
  box(label: string, { rows, activeId, draw }: ShownRows<Row>): TemplateResult {
    const { name, idOf } = this.options;
    this.#top = this.#topFor(rows);
    this.#rows = rows;
    this.#activeId = activeId;
    this.#active = Math.max(0, this.#indexOf(activeId));
    this.#hadFocus = this.#holdsFocus();
    const first = Math.max(0, Math.floor(this.#top / rowHeight) - spare);
    const count = Math.ceil(window.innerHeight / rowHeight) + 2 * spare;
    // The active row is always drawn, so that the keyboard's position survives scrolling.
    const places = new Set(Array.from({ length: count }, (_, at) => first + at)).add(this.#active);
    const drawn = [...places]
      .sort((a, b) => a - b)
      .flatMap((index) => rows.slice(index, index + 1).map((row) => ({ index, row })));
    return html`<div
      class="${name}-list"
      id="${name}-list"
      role="listbox"
      aria-label=${label}
      ?hidden=${rows.length === 0}
      ${cssVariables({ '--rows': String(rows.length) })}
      ${ref(this.#attach)}
      @scroll=${() => this.#followScroll()}
      @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
    >
      <div class="${name}-rows" role="presentation">
        ${repeat(
          drawn,
          ({ row }) => idOf(row),
          ({ index, row }) => this.#rowView(index, idOf(row), draw(row, index)),
        )}
      </div>
    </div>`;
  }

  /** Call after drawing. */
  drawn(): void {
    const element = this.#shown;
    if (element !== undefined && element.scrollTop !== this.#top) element.scrollTop = this.#top;
    // Moving an element within the page drops its focus.
    if (this.#hadFocus && !this.#holdsFocus()) this.#focusActive();
    this.#followScroll();
  }

  /** Brings a row into sight without moving the focus. */
  reveal(id: string | undefined): void {
    const [element, index] = [this.#shown, this.#indexOf(id)];
    if (element === undefined || index < 0) return;
    const top = index * rowHeight;
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight));
  }

  /** Puts the focus on a row, or on the first when there is none of that id. */
  focus(id: string | undefined): void {
    const row = this.#rows[Math.max(0, this.#indexOf(id))];
    if (row === undefined) return;
    const found = this.options.idOf(row);
    this.options.activate(found);
    this.page.drawNow();
    this.reveal(found);
    this.#focusActive();
  }

  readonly #attach = (element: Element | undefined): void => {
    this.#element = element as HTMLElement | undefined;
  };

  /** The element, unless it is hidden: then it has no scroll position. */
  get #shown(): HTMLElement | undefined {
    return this.#element?.clientHeight === 0 ? undefined : this.#element;
  }

  #indexOf(id: string | undefined): number {
    return this.#rows.findIndex((row) => this.options.idOf(row) === id);
  }

  #holdsFocus(): boolean {
    return this.#element?.contains(document.activeElement) === true;
  }

  #focusActive(): void {
    document.getElementById(`${this.options.name}-${String(this.#active)}`)?.focus({ preventScroll: true });
  }

  /** Keeps a row in place: the focused one, else the first in sight. None at the top of the list. */
  #topFor(rows: readonly Row[]): number {
    const { name, idOf } = this.options;
    const element = this.#shown;
    const top = element?.scrollTop ?? this.page.scrollTop(`${name}-list`);
    if (element === undefined || rows === this.#rows || top === 0) return top;
    const below = this.#active * rowHeight - top;
    const isInSight = below >= 0 && below < element.clientHeight;
    const index = isInSight && this.#holdsFocus() ? this.#active : Math.floor(top / rowHeight);
    const kept = this.#rows[index];
    const now = kept === undefined ? -1 : rows.findIndex((row) => idOf(row) === idOf(kept));
    return now < 0 ? top : Math.max(0, top + (now - index) * rowHeight);
  }

  /** Draws again when the rows in sight come near the end of those that are drawn. */
  #followScroll(): void {
    const moved = Math.abs((this.#shown?.scrollTop ?? this.#top) - this.#top);
    if (moved > (spare / 2) * rowHeight) this.page.draw();
  }

  #rowView(index: number, id: string, { isOpen = false, tip, content }: RowView): TemplateResult {
    const { name, click, activate } = this.options;
    return html`<div
      class="${name}-row ${isOpen ? 'open' : ''}"
      role="option"
      id="${name}-${index}"
      data-id=${id}
      data-tip=${tip ?? nothing}
      aria-description=${tip ?? nothing}
      aria-selected=${String(isOpen)}
      aria-posinset=${index + 1}
      aria-setsize=${this.#rows.length}
      tabindex=${index === this.#active ? 0 : -1}
      ${cssVariables({ '--top': `${String(index * rowHeight)}px` })}
      @click=${() => click(id)}
      @focusin=${() => id === this.#activeId || activate(id)}
    >
      ${content}
    </div>`;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#element === undefined) return;
    const page = Math.max(1, Math.floor(this.#element.clientHeight / rowHeight) - 1);
    const target = movedIndex(event, this.#active, this.#rows.length, { arrows: 'column', page });
    const row = this.#rows[target ?? this.#active];
    if (row === undefined) return;
    const id = this.options.idOf(row);
    if (target !== undefined) this.focus(id);
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.options.open(id);
    }
  }
}
