import { html, noChange, nothing, type TemplateResult } from 'lit-html';
import { Directive, directive, type ElementPart } from 'lit-html/directive.js';
import type { TurnMapPicture } from '../../src/core/results/reportModel';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';
import { layerName } from './layerSwitch';
import type { PicturePlace } from './pictureCaption';
import { cellWords, type MapPlace, type MapRow, movedPlace, rateWords, rowKey } from './turnMapCell';

type Layer = TurnMapPicture['layers'][number];

/** Pixels. */
const rateHeight = 32;

/** What the key of the remembered place ends with in the row of rates. */
const ratesKey = 'rates';

/** The cell that the Tab key leads to: the one that had the focus last, else the first. */
function activePlace(layer: Layer, turns: number, { key, view }: PicturePlace): MapPlace {
  const [column = 0, row = ''] = view.activeCell?.startsWith(`${key} `) === true ? partsOf(view.activeCell, key) : [];
  const index = row === ratesKey ? layer.rows.length : layer.rows.findIndex((one) => rowKey(one) === row);
  return index === -1 || column >= turns ? { row: 0, column: 0 } : { row: index, column };
}

/** The column and the row's own key of a remembered place. */
function partsOf(activeCell: string, key: string): readonly [column: number, row: string] {
  const rest = activeCell.slice(key.length + 1);
  const space = rest.indexOf(' ');
  return [Math.max(0, Number.parseInt(rest.slice(0, space), 10) || 0), rest.slice(space + 1)];
}

function placeOf(target: EventTarget | null): MapPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (cell === null || !row) return undefined;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

/** One set of listeners for the whole grid: thousands of cells have none of their own. */
function listeners(picture: TurnMapPicture, layer: Layer, place: PicturePlace): Record<string, (event: Event) => void> {
  const { report, actions, key } = place;
  const open = (at: MapPlace | undefined): void => {
    const row = layer.rows[at?.row ?? -1];
    if (at === undefined || row === undefined || (row.cells[at.column] ?? 'none') === 'none') return;
    actions.openTurn(`${report.id}/${rowKey(row)}`, at.column + 1);
  };
  return {
    click: (event) => open(placeOf(event.target)),
    focusin: (event) => {
      const at = placeOf(event.target);
      if (at === undefined) return;
      const row = layer.rows[at.row];
      actions.activateCell(`${key} ${String(at.column)} ${row === undefined ? ratesKey : rowKey(row)}`);
    },
    keydown: (event) => {
      const at = placeOf(event.target);
      if (at === undefined || !(event instanceof KeyboardEvent) || event.altKey || event.metaKey) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        open(at);
        return;
      }
      const last = { row: layer.rows.length, column: picture.turns - 1 };
      const to = movedPlace(at, last, event.key, event.ctrlKey);
      if (to === undefined) return;
      event.preventDefault();
      const row = (event.currentTarget as Element).querySelector(`[data-row="${String(to.row)}"]`);
      row?.querySelector<HTMLElement>(`[data-column="${String(to.column)}"]`)?.focus();
    },
  };
}

function conversation(
  row: MapRow,
  index: number,
  layer: Layer,
  { turns, active, repeated }: { readonly turns: number; readonly active: MapPlace; readonly repeated: boolean },
): TemplateResult {
  const first = layer.rows[index - 1]?.sampleId !== row.sampleId;
  const label = visibleLine(row.label);
  const name = repeated ? `${label}, repeat ${String(row.repeat + 1)}` : label;
  const activeColumn = active.row === index ? active.column : undefined;
  return html`<div role="row" class="map-row ${first && index > 0 ? 'sample-start' : ''}" data-row=${index}>
    <span role="rowheader" class="map-label" data-tip=${name}>
      <bdi class="map-title ${first ? '' : 'sr-only'}">${label}</bdi>
      ${repeated ? html`<span class="muted number"><span class="sr-only">repeat </span>${row.repeat + 1}</span>` : nothing}
    </span>
    <span role="presentation" class="map-cells" ${mapCells({ cells: row.cells, turns, name, activeColumn })}></span>
  </div>`;
}

function ratesRow(layer: Layer, columns: readonly number[], active: MapPlace): TemplateResult {
  const index = layer.rows.length;
  return html`<div role="row" class="map-row map-rates" data-row=${index}>
    <span role="rowheader" class="map-label">Failure rate by turn</span>
    ${columns.map((column) => {
      const rate = layer.byTurn[column] ?? { failed: 0, judged: 0 };
      const words = rateWords(column + 1, rate);
      const height = rate.judged === 0 ? 0 : (rate.failed / rate.judged) * rateHeight;
      return html`<span
        role="gridcell"
        class="map-rate"
        data-column=${column}
        tabindex=${active.row === index && active.column === column ? 0 : -1}
        aria-label=${words}
        data-tip=${words}
        ><svg width="12" height=${rateHeight} aria-hidden="true">
          <rect class="rate-track" width="12" height=${rateHeight}></rect>
          <rect class="rate-bar" width="12" y=${rateHeight - height} height=${height}></rect></svg
      ></span>`;
    })}
  </div>`;
}

/** Conversations down, turns across; arrow keys move over the cells, Enter or a click opens the case at that turn. */
export function turnMapGrid(picture: TurnMapPicture, layer: Layer, place: PicturePlace): TemplateResult {
  const columns = Array.from({ length: picture.turns }, (_, index) => index);
  const active = activePlace(layer, picture.turns, place);
  const { click, focusin, keydown } = listeners(picture, layer, place);
  const repeated = layer.rows.some((row) => row.repeat > 0);
  return html`<div
    class="map-grid"
    role="grid"
    aria-label=${`${visibleLine(picture.title)}, ${layerName(layer)}`}
    aria-readonly="true"
    ${cssVariables({ '--turns': String(picture.turns) })}
    @click=${click}
    @focusin=${focusin}
    @keydown=${keydown}
  >
    <div role="row" class="map-row map-head">
      <span role="columnheader" class="map-label muted">Turn</span>
      ${columns.map((column) => {
        const mark = picture.marks.find(({ turn }) => turn === column + 1);
        return html`<span
          role="columnheader"
          class="map-turn number ${mark === undefined ? 'muted' : 'marked'}"
          data-tip=${mark === undefined ? nothing : visibleLine(mark.label)}
          >${column + 1}</span
        >`;
      })}
    </div>
    ${layer.rows.map((row, index) => conversation(row, index, layer, { turns: picture.turns, active, repeated }))}
    ${ratesRow(layer, columns, active)}
  </div>`;
}

/** What a conversation's cells look like and are called. */
interface CellsContent {
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
const mapCells = directive(MapCells);
