import { html, svg, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { AxisValue, DrawnSeries } from '../../src/core/report/historyViewModel';
import { formatNumber } from '../../src/core/text/formatNumber';
import { cssVariables, movedIndex } from '../dom/elements';
import { t, visibleLine } from '../text/visibleText';
import { percent, scalePosition } from './intervalBar';

/** Above this number points are drawn smaller, so that they do not hide each other. */
const manyPoints = 60;

export interface HistoryChartProps {
  readonly point: number;
  /** That point in words, for its tooltip and a screen reader. */
  readonly words: string;
  /** Of each point. The first and the last stand below the chart. */
  readonly days: readonly string[];
  readonly hover: (index: number) => void;
  readonly pointAt: (index: number) => void;
  readonly open: (index: number) => void;
}

function nearest(event: MouseEvent, count: number): number {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const across = (event.clientX - box.left) / Math.max(1, box.width);
  return count < 2 ? 0 : Math.min(count - 1, Math.max(0, Math.round(((across - 0.02) / 0.96) * (count - 1))));
}

function onKey(event: KeyboardEvent, count: number, props: HistoryChartProps): void {
  const target = movedIndex(event, props.point, count, { arrows: 'slider', page: 10 });
  if (target !== undefined) props.pointAt(target);
  else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    props.open(props.point);
  }
}

/** The paths' coordinates. The drawing is stretched to the chart's size. */
const box = { width: 1_000, height: 200 } as const;

function drawing(series: DrawnSeries, range: readonly [number, number]): TemplateResult {
  const { points, band } = series;
  const x = (index: number): string => (positionAcross(index, points.length) * box.width).toFixed(1);
  const down = (value: number): number => (1 - scalePosition(range, value) / 100) * box.height;
  const y = (value: number): string => down(value).toFixed(1);
  const lines = points.map(({ value, joins }, index) => `${joins ? 'L' : 'M'}${x(index)} ${y(value)}`);
  const bars = points.map(({ low, high }, index) =>
    low === undefined || high === undefined ? '' : `M${x(index)} ${y(low)}V${y(high)}`,
  );
  // Strokes of length 0 with round ends are drawn as dots.
  const dots = points.map(({ value }, index) => `M${x(index)} ${y(value)}h0`);
  const drawBand = ([low, high]: readonly [number, number]): TemplateResult =>
    svg`<rect class="band" x="0" width=${box.width} y=${y(high)} height=${down(low) - down(high)}></rect>`;
  return html`<svg
    class="history-lines ${points.length > manyPoints ? 'small' : ''}"
    viewBox="0 0 ${box.width} ${box.height}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${band && drawBand(band)}
    <path class="history-bars" d=${bars.join('')}></path>
    <path class="history-line" d=${lines.join('')}></path>
    <path class="history-dots" d=${dots.join('')}></path>
  </svg>`;
}

/** Joins points where only the prompt can have changed. The chart is one Tab stop; Enter opens the run. */
export function historyChart(series: DrawnSeries, props: HistoryChartProps): TemplateResult {
  const { points, unit } = series;
  const range = shownRange(series);
  const left = percent(positionAcross(props.point, points.length) * 100);
  const top = percent(100 - scalePosition(range, points[props.point]?.value ?? 0));
  return html`<div class="history-chart">
    <div class="history-axis number" aria-hidden="true">
      <span>${formatNumber(range[1], unit)}</span><span>${formatNumber(range[0], unit)}</span>
    </div>
    <div
      class="history-plot"
      data-tip=${props.words}
      @pointermove=${(event: PointerEvent) => props.hover(nearest(event, points.length))}
      @click=${(event: MouseEvent) => props.open(nearest(event, points.length))}
    >
      ${guard([series], () => drawing(series, range))}
      <div
        class="history-cursor"
        id="history-cursor"
        role="slider"
        tabindex="0"
        aria-label=${t`Runs by time, ${visibleLine(series.title)}. Enter opens the run`}
        aria-orientation="horizontal"
        aria-valuemin="1"
        aria-valuemax=${points.length}
        aria-valuenow=${props.point + 1}
        aria-valuetext=${props.words}
        data-tip=${props.words}
        ${cssVariables({ '--left': left, '--top': top })}
        @keydown=${(event: KeyboardEvent) => onKey(event, points.length, props)}
      ></div>
    </div>
    <div class="history-axis across" aria-hidden="true">
      ${[...new Set([props.days[0], props.days.at(-1)])].map((day) => html`<span>${day}</span>`)}
    </div>
  </div>`;
}

/** A point's place from left to right, 0 to 1. Runs are evenly spaced, with the oldest on the left. */
function positionAcross(index: number, count: number): number {
  return count < 2 ? 0.5 : 0.02 + (0.96 * index) / (count - 1);
}

/** The part of the scale that holds all values and intervals, plus a margin of a tenth within the scale's ends. */
export function shownRange({
  points,
  scale,
}: {
  readonly points: readonly AxisValue[];
  readonly scale: DrawnSeries['scale'];
}): readonly [number, number] {
  const low = Math.min(...points.map((point) => Math.min(point.low ?? point.value, point.value)));
  const high = Math.max(...points.map((point) => Math.max(point.high ?? point.value, point.value)));
  const spare = Math.max((high - low) * 0.1, (scale[1] - scale[0]) * 0.02);
  const range = [Math.max(scale[0], low - spare), Math.min(scale[1], high + spare)] as const;
  return range[1] > range[0] ? range : scale;
}
