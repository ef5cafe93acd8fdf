import { html, nothing, svg } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { DrawnSeries } from '../../src/core/report/historyViewModel';
import { cssVariables } from '../dom/cssVariables';
import { formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { historyBox, historyPaths, placeAcross, placeDown, shownRange } from './historyPaths';

/** More points than this are drawn smaller: they would hide each other. */
const manyPoints = 60;

export interface HistoryChartPlace {
  /** Index of the point that is pointed at. */
  readonly point: number;
  /** That point in words, for its tooltip and a screen reader. */
  readonly words: string;
  /** The pointer is over it. */
  readonly hover: (index: number) => void;
  /** The keyboard reached it. */
  readonly pointAt: (index: number) => void;
  /** Opens the run of a point. */
  readonly open: (index: number) => void;
}

/** The point that is nearest to a place of the chart. */
function nearest(event: MouseEvent, count: number): number {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const across = (event.clientX - box.left) / Math.max(1, box.width);
  return count < 2 ? 0 : Math.min(count - 1, Math.max(0, Math.round(((across - 0.02) / 0.96) * (count - 1))));
}

function onKey(event: KeyboardEvent, count: number, place: HistoryChartPlace): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: place.point - 1,
    ArrowDown: place.point - 1,
    ArrowRight: place.point + 1,
    ArrowUp: place.point + 1,
    PageDown: place.point - 10,
    PageUp: place.point + 10,
    Home: 0,
    End: count - 1,
  };
  const target = targets[event.key];
  if (target !== undefined) {
    event.preventDefault();
    place.pointAt(Math.min(count - 1, Math.max(0, target)));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    place.open(place.point);
  }
}

function drawing(series: DrawnSeries): TemplateResult {
  const { lines, bars, dots } = historyPaths(series);
  const range = shownRange(series);
  const { band } = series;
  const size = series.points.length > manyPoints ? 'small' : '';
  return html`<svg
    class="history-lines ${size}"
    viewBox="0 0 ${historyBox.width} ${historyBox.height}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${
      band === undefined
        ? nothing
        : svg`<rect class="band" x="0" width=${historyBox.width} y=${placeDown(band[1], range) * historyBox.height}
            height=${(placeDown(band[0], range) - placeDown(band[1], range)) * historyBox.height}></rect>`
    }
    <path class="history-bars" d=${bars}></path>
    <path class="history-line" d=${lines}></path>
    <path class="history-dots" d=${dots}></path>
  </svg>`;
}

/**
 * A metric over the runs of a prompt: points with interval bars, joined where only the prompt can have changed. One stop for
 * the keyboard: arrow keys move along the points, Enter opens the run.
 */
export function historyChart(series: DrawnSeries, place: HistoryChartPlace): TemplateResult {
  const { points, unit } = series;
  const range = shownRange(series);
  const active = points[place.point];
  const left = `${(placeAcross(place.point, points.length) * 100).toFixed(2)}%`;
  const top = `${(placeDown(active?.value ?? 0, range) * 100).toFixed(2)}%`;
  return html`<div class="history-chart">
    <div class="history-axis number" aria-hidden="true">
      <span>${formatValue(range[1], unit)}</span><span>${formatValue(range[0], unit)}</span>
    </div>
    <div
      class="history-plot"
      data-tip=${place.words}
      @pointermove=${(event: PointerEvent) => place.hover(nearest(event, points.length))}
      @click=${(event: MouseEvent) => place.open(nearest(event, points.length))}
    >
      ${guard([series], () => drawing(series))}
      <div
        class="history-cursor"
        id="history-cursor"
        role="slider"
        tabindex="0"
        aria-label=${`Runs by time, ${visibleLine(series.title)}. Enter opens the run`}
        aria-orientation="horizontal"
        aria-valuemin="1"
        aria-valuemax=${points.length}
        aria-valuenow=${place.point + 1}
        aria-valuetext=${place.words}
        data-tip=${place.words}
        ${cssVariables({ '--left': left, '--top': top })}
        @keydown=${(event: KeyboardEvent) => onKey(event, points.length, place)}
      ></div>
    </div>
  </div>`;
}
