import { html, nothing, type TemplateResult } from 'lit-html';
import type { TurnMapPicture } from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { cssVariables, list, movedIndex } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import { emptyPicture, legend, pictureCaption, type PictureProps } from './pictureCaption';

type Layer = TurnMapPicture['layers'][number];
type MapRow = Layer['rows'][number];

const cellWords: Readonly<Record<MapRow['cells'][number], string>> = {
  clean: t`clean`,
  failed: t`failed`,
  unscored: t`unscored`,
  none: t`no such turn`,
};

/** A cell of the map, counted from 0. The row after the last conversation holds the failure rates. */
interface MapPosition {
  readonly row: number;
  readonly column: number;
}

/** For example `J2 Keeps the answer back`. A title that starts with the id is left as it is. */
function layerName({ id, title }: Layer): string {
  return visibleLine(title.startsWith(id) ? title : `${id} ${title}`);
}

/** How many rows and columns each key moves by. */
const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Stays within `last`. Control+Home and Control+End move to the first and the last cell. */
function movedPosition({ row, column }: MapPosition, last: MapPosition, event: KeyboardEvent): MapPosition | undefined {
  const step = steps[event.key];
  if (step === undefined) return undefined;
  const [rows, columns] = event.ctrlKey && !Number.isFinite(step[1]) ? [step[1], step[1]] : step;
  const within = (value: number, end: number): number => Math.max(0, Math.min(end, value));
  return { row: within(row + rows, last.row), column: within(column + columns, last.column) };
}

function rateWords(turn: number, { failed, judged }: Layer['byTurn'][number]): string {
  if (judged === 0) return t`Turn ${String(turn)}: no verdict yet`;
  const share = ((failed / judged) * 100).toFixed(1);
  return t`Turn ${String(turn)}: ${String(failed)} of ${String(judged)} conversations failed, ${share}%`;
}

/** Pixels. */
const rateHeight = 32;

/** The cell that Tab reaches: the last focused one, else the first. */
function activePosition(layer: Layer, turns: number, { key, view }: PictureProps): MapPosition {
  const own = view.activeCell?.startsWith(`${key} `) === true ? view.activeCell.slice(key.length + 1) : '';
  const [row = 0, column = 0] = own.split(' ').map(Number);
  return row <= layer.rows.length && column < turns ? { row, column } : { row: 0, column: 0 };
}

function positionOf(target: EventTarget | null): MapPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (cell === null || !row) return undefined;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

/** One set of listeners for the whole grid, which may have thousands of cells. */
function listeners(picture: TurnMapPicture, layer: Layer, props: PictureProps): Record<string, (event: Event) => void> {
  const { report, actions, key } = props;
  const open = (at: MapPosition | undefined): void => {
    const row = layer.rows[at?.row ?? -1];
    if (at === undefined || row === undefined || (row.cells[at.column] ?? 'none') === 'none') return;
    actions.openTurn(`${report.id}/${row.sampleId}#${String(row.repeat)}`, at.column + 1);
  };
  return {
    click: (event) => open(positionOf(event.target)),
    focusin: (event) => {
      const at = positionOf(event.target);
      if (at !== undefined) actions.activateCell(`${key} ${String(at.row)} ${String(at.column)}`);
    },
    keydown: (event) => {
      const at = positionOf(event.target);
      if (at === undefined || !(event instanceof KeyboardEvent) || event.altKey || event.metaKey) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        open(at);
        return;
      }
      const last = { row: layer.rows.length, column: picture.turns - 1 };
      const to = movedPosition(at, last, event);
      if (to === undefined) return;
      event.preventDefault();
      const row = (event.currentTarget as Element).querySelector(`[data-row="${String(to.row)}"]`);
      row?.querySelector<HTMLElement>(`[data-column="${String(to.column)}"]`)?.focus();
    },
  };
}

/** Draws the cell of a row and a column. */
type DrawCell = (className: string, row: number, column: number, label: string, content?: unknown) => TemplateResult;

function cellsOf(active: MapPosition): DrawCell {
  // An empty tip shows the element's label.
  return (className, row, column, label, content = nothing) =>
    html`<span
      role="gridcell"
      class=${className}
      tabindex=${active.row === row && active.column === column ? 0 : -1}
      data-tip=""
      data-column=${column}
      aria-label=${label}
      >${content}</span
    >`;
}

function conversation(
  row: MapRow,
  index: number,
  layer: Layer,
  columns: readonly number[],
  drawCell: DrawCell,
): TemplateResult {
  const first = layer.rows[index - 1]?.sampleId !== row.sampleId;
  const repeated = layer.rows.some(({ repeat }) => repeat > 0);
  const label = visibleLine(row.label);
  const name = repeated ? t`${label}, repeat ${String(row.repeat + 1)}` : label;
  return html`<div role="row" class="map-row ${first && index > 0 ? 'sample-start' : ''}" data-row=${index}>
    <span role="rowheader" class="map-label" data-tip=${name}>
      <bdi class="map-title ${first ? '' : 'sr-only'}">${label}</bdi>
      ${repeated ? html`<span class="muted number"><span class="sr-only">${t`repeat`} </span>${row.repeat + 1}</span>` : nothing}
    </span>
    <span role="presentation" class="map-cells"
      >${columns.map((column) => {
        const kind = row.cells[column] ?? 'none';
        return drawCell(`map-cell ${kind}`, index, column, t`${name}, turn ${String(column + 1)}: ${cellWords[kind]}`);
      })}</span
    >
  </div>`;
}

function ratesRow({ rows, byTurn }: Layer, columns: readonly number[], drawCell: DrawCell): TemplateResult {
  return html`<div role="row" class="map-row map-rates" data-row=${rows.length}>
    <span role="rowheader" class="map-label">${t`Failure rate by turn`}</span>
    ${columns.map((column) => {
      const rate = byTurn[column] ?? { failed: 0, judged: 0 };
      const height = rate.judged === 0 ? 0 : (rate.failed / rate.judged) * rateHeight;
      const drawn = html`<svg width="12" height=${rateHeight} aria-hidden="true">
        <rect class="rate-track" width="12" height=${rateHeight}></rect>
        <rect class="rate-bar" width="12" y=${rateHeight - height} height=${height}></rect>
      </svg>`;
      return drawCell('map-rate', rows.length, column, rateWords(column + 1, rate), drawn);
    })}
  </div>`;
}

/** Conversations down, turns across. Arrow keys move between cells; Enter or a click opens the case at that turn. */
function turnMapGrid(picture: TurnMapPicture, layer: Layer, props: PictureProps): TemplateResult {
  const columns = Array.from({ length: picture.turns }, (_, index) => index);
  const drawCell = cellsOf(activePosition(layer, picture.turns, props));
  const { click, focusin, keydown } = listeners(picture, layer, props);
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
      <span role="columnheader" class="map-label muted">${t`Turn`}</span>
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
    ${layer.rows.map((row, index) => conversation(row, index, layer, columns, drawCell))}
    ${ratesRow(layer, columns, drawCell)}
  </div>`;
}

function onLayerKey(event: KeyboardEvent, layers: readonly Layer[], chosen: Layer, props: PictureProps): void {
  const target = movedIndex(event, layers.indexOf(chosen), layers.length, { arrows: 'both', wraps: true });
  const layer = layers[target ?? -1];
  if (target === undefined || layer === undefined) return;
  props.actions.chooseLayer(props.key, layer.id);
  (event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=radio]').item(target).focus();
}

/** Radio buttons for the judge whose map is shown. The group is one Tab stop; arrow keys choose. */
function layerSwitch(layers: readonly Layer[], chosen: Layer, props: PictureProps): TemplateResult {
  return html`<div
    class="layer-switch"
    role="radiogroup"
    aria-label=${t`Judge`}
    @keydown=${(event: KeyboardEvent) => onLayerKey(event, layers, chosen, props)}
  >
    ${layers.map(
      (layer) =>
        html`<button
          type="button"
          role="radio"
          dir="auto"
          aria-checked=${String(layer === chosen)}
          tabindex=${layer === chosen ? 0 : -1}
          @click=${() => props.actions.chooseLayer(props.key, layer.id)}
        >
          ${layerName(layer)}
        </button>`,
    )}
  </div>`;
}

/** Shows at which turns each conversation failed, for one judge at a time. The failure rate by turn is below. */
export function turnMapPicture(picture: TurnMapPicture, props: PictureProps): TemplateResult {
  const { layers } = picture;
  const layer = layers.find(({ id }) => props.view.layers.includes(`${props.key}/${id}`)) ?? layers[0];
  const judged = layers.some(({ byTurn }) => byTurn.some((turn) => turn.judged > 0));
  if (layer === undefined || !judged) {
    return emptyPicture(picture, props.named);
  }
  // Above the map, because their labels do not fit over the columns.
  const marks = list(
    picture.marks,
    ({ turn, label }) => html`<li><strong class="number">${turn}</strong> <bdi>${visibleLine(label)}</bdi></li>`,
    { className: 'map-marks', label: t`Marked turns` },
  );
  return html`<figure class="picture turn-map">
    ${pictureCaption(picture, props.named, `${countWords(layer.rows.length, 'conversation', 'conversations')}.`)}
    ${layers.length > 1 ? layerSwitch(layers, layer, props) : nothing} ${marks} ${turnMapGrid(picture, layer, props)}
    ${legend(
      t`Cells`,
      (['failed', 'clean', 'unscored', 'none'] as const).map((kind) => [
        html`<span class="map-cell ${kind}" aria-hidden="true"></span>`,
        cellWords[kind],
      ]),
    )}
  </figure>`;
}
