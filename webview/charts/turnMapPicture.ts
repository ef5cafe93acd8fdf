import { html, nothing, type TemplateResult } from 'lit-html';
import type { TurnMapPicture } from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { cssVariables, list, movedIndex, select } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import { figure, legend, type PictureProps } from './figure';

type Layer = TurnMapPicture['layers'][number];
type MapRow = Layer['rows'][number];

const cellWords: Readonly<Record<MapRow['cells'][number], string>> = {
  clean: t`clean`,
  failed: t`failed`,
  unscored: t`unscored`,
  none: t`no such turn`,
};

/** For example `J2 Keeps the answer back`. A title that starts with the id is left as it is. */
function layerName({ id, title }: Layer): string {
  return visibleLine(title.startsWith(id) ? title : `${id} ${title}`);
}

/** Row and column of a cell, counted from 0. The row after the last conversation holds the failure rates. */
type Position = readonly [row: number, column: number];

/** Control+Home and Control+End move to the first and the last cell. */
function movedPosition(event: KeyboardEvent, [row, column]: Position, last: Position): Position | undefined {
  if (event.ctrlKey && (event.key === 'Home' || event.key === 'End')) {
    event.preventDefault();
    return event.key === 'Home' ? [0, 0] : last;
  }
  const toColumn = movedIndex(event, column, last[1] + 1, { arrows: 'row' });
  if (toColumn !== undefined) return [row, toColumn];
  const toRow = movedIndex(event, row, last[0] + 1, { arrows: 'column', page: 10 });
  return toRow === undefined ? undefined : [toRow, column];
}

function rateWords(turn: number, { failed, judged }: Layer['byTurn'][number]): string {
  if (judged === 0) return t`Turn ${String(turn)}: no verdict yet`;
  const share = ((failed / judged) * 100).toFixed(1);
  return t`Turn ${String(turn)}: ${String(failed)} of ${String(judged)} conversations failed, ${share}%`;
}

/** Pixels. */
const rateHeight = 32;

function positionOf(target: EventTarget | null): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? [Number(row.dataset.row), Number(cell.dataset.column)] : undefined;
}

/** One set of listeners for the whole grid, which may have thousands of cells. */
function listeners(picture: TurnMapPicture, layer: Layer, { report, actions }: PictureProps) {
  const open = ([at, column]: Position): void => {
    const row = layer.rows[at];
    if (row === undefined || (row.cells[column] ?? 'none') === 'none') return;
    actions.openTurn(`${report.id}/${row.sampleId}#${String(row.repeat)}`, column + 1);
  };
  const click = ({ target }: Event): void => {
    const at = positionOf(target);
    if (at !== undefined) open(at);
  };
  /** Tab comes back to the cell that had the focus. The template sets only where Tab arrives first. */
  const focusin = ({ target, currentTarget }: Event): void => {
    for (const stop of (currentTarget as Element).querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1;
    (target as HTMLElement).tabIndex = 0;
  };
  const keydown = (event: KeyboardEvent): void => {
    const at = positionOf(event.target);
    if (at === undefined || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(at);
    }
    const [row, column] = movedPosition(event, at, [layer.rows.length, picture.turns - 1]) ?? at;
    const cell = `[data-row="${String(row)}"] [data-column="${String(column)}"]`;
    (event.currentTarget as Element).querySelector<HTMLElement>(cell)?.focus();
  };
  return { click, focusin, keydown };
}

function drawCell(
  className: string,
  column: number,
  label: string,
  isFirst: boolean,
  content?: unknown,
): TemplateResult {
  // An empty tip shows the element's label.
  return html`<span
    role="gridcell"
    class=${className}
    tabindex=${isFirst ? 0 : -1}
    data-tip=""
    data-column=${column}
    aria-label=${label}
    >${content}</span
  >`;
}

function conversation(row: MapRow, index: number, layer: Layer, columns: readonly number[]): TemplateResult {
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
        const words = t`${name}, turn ${String(column + 1)}: ${cellWords[kind]}`;
        return drawCell(`map-cell ${kind}`, column, words, index + column === 0);
      })}</span
    >
  </div>`;
}

function ratesRow({ rows, byTurn }: Layer, columns: readonly number[]): TemplateResult {
  return html`<div role="row" class="map-row map-rates" data-row=${rows.length}>
    <span role="rowheader" class="map-label">${t`Failure rate by turn`}</span>
    ${columns.map((column) => {
      const rate = byTurn[column] ?? { failed: 0, judged: 0 };
      const height = rate.judged === 0 ? 0 : (rate.failed / rate.judged) * rateHeight;
      const drawn = html`<svg width="12" height=${rateHeight} aria-hidden="true">
        <rect class="rate-track" width="12" height=${rateHeight}></rect>
        <rect class="rate-bar" width="12" y=${rateHeight - height} height=${height}></rect>
      </svg>`;
      return drawCell('map-rate', column, rateWords(column + 1, rate), rows.length + column === 0, drawn);
    })}
  </div>`;
}

/** Conversations down, turns across. Arrow keys move between cells; Enter or a click opens the case at that turn. */
function turnMapGrid(picture: TurnMapPicture, layer: Layer, props: PictureProps): TemplateResult {
  const columns = Array.from({ length: picture.turns }, (_, index) => index);
  const { click, focusin, keydown } = listeners(picture, layer, props);
  return html`<div
    class="map-grid"
    role="grid"
    aria-label=${`${visibleLine(t(picture.title))}, ${layerName(layer)}`}
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
    ${layer.rows.map((row, index) => conversation(row, index, layer, columns))} ${ratesRow(layer, columns)}
  </div>`;
}

function layerPicker(layers: readonly Layer[], chosen: Layer, props: PictureProps): TemplateResult {
  const choices = layers.map((layer) => ({ value: layer.id, title: layerName(layer) }));
  const choose = (id: string): void => props.actions.chooseLayer(props.key, id);
  return html`<p class="map-layer">${select(chosen.id, choices, choose, { label: t`Judge` })}</p>`;
}

/** Shows at which turns each conversation failed, for one judge at a time. The failure rate by turn is below. */
export function turnMapPicture(picture: TurnMapPicture, props: PictureProps): TemplateResult {
  const { layers } = picture;
  const layer = layers.find(({ id }) => props.view.layers.includes(`${props.key}/${id}`)) ?? layers[0];
  const judged = layers.some(({ byTurn }) => byTurn.some((turn) => turn.judged > 0));
  if (layer === undefined || !judged) return figure(picture, props, undefined);
  // Above the map, because their labels do not fit over the columns.
  const marks = list(
    picture.marks,
    ({ turn, label }) => html`<li><strong class="number">${turn}</strong> <bdi>${visibleLine(label)}</bdi></li>`,
    { className: 'map-marks', label: t`Marked turns` },
  );
  const key = (['failed', 'clean', 'unscored', 'none'] as const).map(
    (kind) => [html`<span class="map-cell ${kind}" aria-hidden="true"></span>`, cellWords[kind]] as const,
  );
  const content = html`${layers.length > 1 ? layerPicker(layers, layer, props) : nothing} ${marks}
  ${turnMapGrid(picture, layer, props)} ${legend(t`Cells`, key)}`;
  const more = `${countWords(layer.rows.length, 'conversation', 'conversations')}.`;
  return figure(picture, props, content, { className: 'turn-map', more });
}
