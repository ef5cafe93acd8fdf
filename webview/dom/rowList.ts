import { html, nothing, type TemplateResult } from 'lit-html';
import { createRef, ref } from 'lit-html/directives/ref.js';
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
  draw(): void;
  /** Draws at once, so that new elements can take the focus. */
  drawNow(): void;
}

interface RowListOptions<Row> {
  /** Prefix of the classes, and of the ids of the list and its rows. */
  readonly name: string;
  /** Id of what scrolls the rows: the list itself, or the view around it. */
  readonly scroller: string;
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
  readonly #element = createRef<HTMLElement>();
  #rows: readonly Row[] = [];
  #activeId: string | undefined;
  #active = 0;
  /** How far the rows were scrolled when they were drawn, in pixels; below 0 where they begin further down. */
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
      ${ref(this.#element)}
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
    const moved = this.#top - this.#scrolled;
    if (this.#top > 0 && Math.abs(moved) >= 1) this.#scroller?.scrollBy(0, moved);
    // Moving an element within the page drops its focus.
    if (this.#hadFocus && !this.#holdsFocus()) this.#activeRow?.focus({ preventScroll: true });
    this.followScroll();
  }

  /** Draws again when the rows in sight come near the end of those that are drawn. */
  followScroll(): void {
    if (Math.abs(this.#scrolled - this.#top) > (spare / 2) * rowHeight) this.page.draw();
  }

  /** Brings the active row into sight without moving the focus. */
  reveal(): void {
    this.#activeRow?.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the focus on a row, or on the first when there is none of that id. */
  focus(id: string | undefined): void {
    const row = this.#rows[Math.max(0, this.#indexOf(id))];
    if (row === undefined) return;
    this.options.activate(this.options.idOf(row));
    this.page.drawNow();
    this.reveal();
    this.#activeRow?.focus({ preventScroll: true });
  }

  /** What scrolls the rows, unless they are hidden: then they have no place. */
  get #scroller(): HTMLElement | undefined {
    return this.#element.value?.clientHeight
      ? (document.getElementById(this.options.scroller) ?? undefined)
      : undefined;
  }

  get #scrolled(): number {
    const topOf = (box?: Element | null): number => box?.getBoundingClientRect().top ?? 0;
    const scroller = this.#scroller;
    return scroller === undefined ? this.#top : topOf(scroller) - topOf(this.#element.value?.firstElementChild);
  }

  get #activeRow(): HTMLElement | null {
    return document.getElementById(`${this.options.name}-${String(this.#active)}`);
  }

  #indexOf(id: string | undefined): number {
    return this.#rows.findIndex((row) => this.options.idOf(row) === id);
  }

  #holdsFocus(): boolean {
    return this.#element.value?.contains(document.activeElement) === true;
  }

  /** Keeps a row in place: the focused one, else the first in sight. None at the top of the list. */
  #topFor(rows: readonly Row[]): number {
    const [scroller, top] = [this.#scroller, this.#scrolled];
    if (scroller === undefined || rows === this.#rows || top <= 0) return top;
    const below = this.#active * rowHeight - top;
    const isInSight = below >= 0 && below < scroller.clientHeight;
    const index = isInSight && this.#holdsFocus() ? this.#active : Math.floor(top / rowHeight);
    const kept = this.#rows[index];
    const now = kept === undefined ? -1 : rows.findIndex((row) => this.options.idOf(row) === this.options.idOf(kept));
    return now < 0 ? top : Math.max(0, top + (now - index) * rowHeight);
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((this.#scroller?.clientHeight ?? 0) / rowHeight) - 1);
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
