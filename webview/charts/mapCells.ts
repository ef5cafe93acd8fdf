import { noChange } from 'lit-html';
import { Directive, directive } from 'lit-html/directive.js';
import type { ElementPart } from 'lit-html/directive.js';
import { cellWords } from './turnMapCell';
import type { MapRow } from './turnMapCell';

/** What a conversation's cells look like and are called. */
export interface CellsContent {
  readonly cells: MapRow['cells'];
  readonly turns: number;
  /** The conversation's name; its cells add turn and verdict. */
  readonly name: string;
  /** The column that the Tab key leads to, when it is in this row. */
  readonly activeColumn: number | undefined;
}

const prototypes = new Map<MapRow['cells'][number], HTMLElement>();

function newCell(kind: MapRow['cells'][number]): HTMLElement {
  let prototype = prototypes.get(kind);
  if (prototype === undefined) {
    prototype = document.createElement('span');
    prototype.setAttribute('role', 'gridcell');
    prototype.className = `map-cell ${kind}`;
    prototype.tabIndex = -1;
    // Empty: the tooltip says the element's label.
    prototype.setAttribute('data-tip', '');
    prototypes.set(kind, prototype);
  }
  return prototype.cloneNode() as HTMLElement;
}

/** A map has thousands of cells: they are cloned, not made from templates, and only when their row has changed. */
class MapCells extends Directive {
  #drawn = '';
  #active: number | undefined;

  override render(_content: CellsContent): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [content]: [CellsContent]): symbol {
    const { cells, turns, name, activeColumn } = content;
    const key = [turns, ...cells, name].join('\n');
    if (key !== this.#drawn) {
      this.#draw(element, content);
      this.#drawn = key;
    }
    if (activeColumn !== this.#active) {
      for (const [column, tabIndex] of [
        [this.#active, -1],
        [activeColumn, 0],
      ] as const) {
        const cell = column === undefined ? undefined : element.children.item(column);
        if (cell instanceof HTMLElement) cell.tabIndex = tabIndex;
      }
      this.#active = activeColumn;
    }
    return noChange;
  }

  #draw(element: Element, { cells, turns, name }: CellsContent): void {
    const hadFocus = element.contains(document.activeElement) ? this.#active : undefined;
    const drawn = Array.from({ length: turns }, (_, column) => {
      const kind = cells[column] ?? 'none';
      const cell = newCell(kind);
      cell.dataset.column = String(column);
      cell.ariaLabel = `${name}, turn ${String(column + 1)}: ${cellWords[kind]}`;
      return cell;
    });
    element.replaceChildren(...drawn);
    this.#active = undefined;
    if (hadFocus !== undefined) drawn[hadFocus]?.focus({ preventScroll: true });
  }
}

/** Use as `<span ${mapCells(content)}></span>`, a place of its own in the row. */
export const mapCells = directive(MapCells);
