import { html, nothing, svg } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { MetricValue } from '../reportTypes';
import { formatInterval, formatLevel, formatValue } from '../text/formatValue';
import { isSigned, percent, scalePosition } from './scalePosition';

/** Where the numbers stand on the scale, in percent of its length. */
interface Positions {
  readonly value: number;
  readonly from: number;
  readonly low?: number;
  readonly high?: number;
  readonly zero?: number;
  readonly band?: readonly [number, number];
}

function positionsOf(metric: MetricValue, value: number): Positions {
  const at = (number: number): number => scalePosition(metric.scale, number);
  const signed = isSigned(metric.scale);
  return {
    value: at(value),
    from: signed ? at(0) : 0,
    zero: signed ? at(0) : undefined,
    low: metric.ci && at(metric.ci.low),
    high: metric.ci && at(metric.ci.high),
    band: metric.band && [at(metric.band[0]), at(metric.band[1])],
  };
}

function span(name: string, a: number, b: number, y: number, height: number): TemplateResult {
  return svg`<rect class=${name} x=${percent(Math.min(a, b))} width=${percent(Math.abs(b - a))} y=${y} height=${height}></rect>`;
}

function tick(name: string, position: number, from: number, to: number): TemplateResult {
  return svg`<line class=${name} x1=${percent(position)} x2=${percent(position)} y1=${from} y2=${to}></line>`;
}

/** The interval and scale in words, for the tooltip and for those who do not see the bar. */
export function describeInterval(metric: MetricValue): string {
  const { unit, scale, ci, band } = metric;
  const parts = [
    metric.value === undefined ? 'n/a' : formatValue(metric.value, unit),
    ci === undefined ? 'no interval' : `${formatLevel(ci.level)} interval ${formatInterval(ci, unit)}`,
    `scale ${formatValue(scale[0], unit)} to ${formatValue(scale[1], unit)}`,
  ];
  if (band !== undefined) parts.push(`wanted ${formatValue(band[0], unit)} to ${formatValue(band[1], unit)}`);
  return parts.join(', ');
}

/**
 * A metric's value and interval on its scale, 16 px high and as wide as its place. A metric that should go up has a bar
 * from the start of its scale (from zero when signed); one with a wanted band has the band shaded and a point.
 */
export function intervalBar(metric: MetricValue): TemplateResult {
  if (metric.value === undefined) return html``;
  const { value, from, low, high, zero, band } = positionsOf(metric, metric.value);
  const words = describeInterval(metric);
  const directed = metric.direction === 'up' || metric.direction === 'down';
  return html`<svg class="interval-bar" role="img" aria-label=${words} data-tip=${words} height="16" width="100%">
    <rect class="track" x="0" y="5" width="100%" height="6"></rect>
    ${band === undefined ? nothing : span('band', band[0], band[1], 2, 12)}
    ${directed ? span('bar', from, value, 5, 6) : nothing} ${zero === undefined ? nothing : tick('zero', zero, 1, 15)}
    ${
      low === undefined || high === undefined
        ? nothing
        : svg`<line class="whisker" x1=${percent(low)} x2=${percent(high)} y1="8" y2="8"></line>
            ${tick('whisker', low, 5, 11)}${tick('whisker', high, 5, 11)}`
    }
    <circle class="point" cx=${percent(value)} cy="8" r="3.25"></circle>
  </svg>`;
}
