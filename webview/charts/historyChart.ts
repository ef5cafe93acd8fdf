import { html, nothing, svg, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { DrawnSeries } from '../../src/core/report/historyViewModel';
import { cssVariables } from '../dom/cssVariables';
import { movedIndex } from '../dom/elements';
import { formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** More points than this are drawn smaller: they would hide each other. */
const manyPoints = 60;

export interface HistoryChartPlace {
  /** Index of the point that is pointed at. */
  readonly point: number;
  /** That point in words, for its tooltip and a screen reader. */
  readonly words: string;
  /** The pointer is over a point. */
  readonly hover: (index: number) => void;
  /** The keyboard reached a point. */
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
  const target = movedIndex(event, place.point, count, { arrows: 'slider', page: 10 });
  if (target !== undefined) place.pointAt(target);
  else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    place.open(place.point);
  }
}

function drawing(series: DrawnSeries): TemplateResult {
  const range = shownRange(series);
  const { lines, bars, dots } = historyPaths(series, range);
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

/** The box that paths are drawn in; stretched to the chart's own size. */
const historyBox = { width: 1_000, height: 200 } as const;

/** A point's place from left to right, 0 to 1. The runs stand at equal distances, the oldest left. */
function placeAcross(index: number, count: number): number {
  return count < 2 ? 0.5 : 0.02 + (0.96 * index) / (count - 1);
}

/** The part of the scale that holds all values and intervals, with a tenth of it to spare and never beyond its ends. */
function shownRange({ points, scale }: DrawnSeries): readonly [number, number] {
  const low = Math.min(...points.map((point) => Math.min(point.low ?? point.value, point.value)));
  const high = Math.max(...points.map((point) => Math.max(point.high ?? point.value, point.value)));
  const spare = Math.max((high - low) * 0.1, (scale[1] - scale[0]) * 0.02);
  const range = [Math.max(scale[0], low - spare), Math.min(scale[1], high + spare)] as const;
  return range[1] > range[0] ? range : scale;
}

/** A value's place from top to bottom, 0 to 1. */
function placeDown(value: number, [low, high]: readonly [number, number]): number {
  return high === low ? 0.5 : 1 - Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Lines between points that may be joined, interval bars, and points as strokes without length. */
function historyPaths(
  { points }: DrawnSeries,
  range: readonly [number, number],
): Record<'lines' | 'bars' | 'dots', string> {
  const x = (index: number): string => (placeAcross(index, points.length) * historyBox.width).toFixed(1);
  const y = (value: number): string => (placeDown(value, range) * historyBox.height).toFixed(1);
  const lines: string[] = [];
  const bars: string[] = [];
  const dots: string[] = [];
  points.forEach(({ value, low, high, joins }, index) => {
    lines.push(`${joins ? 'L' : 'M'}${x(index)} ${y(value)}`);
    dots.push(`M${x(index)} ${y(value)}h0`);
    if (low !== undefined && high !== undefined) bars.push(`M${x(index)} ${y(low)}V${y(high)}`);
  });
  return { lines: lines.join(''), bars: bars.join(''), dots: dots.join('') };
}
