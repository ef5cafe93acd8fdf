import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { MetricValue } from '../reportTypes';
import { formatInterval, formatLevel, formatValue } from '../text/formatValue';
import { isSigned, percent, scalePosition } from './scalePosition';

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
  const { scale, ci, band, direction } = metric;
  if (metric.value === undefined) return html``;
  const at = (number: number): number => scalePosition(scale, number);
  const value = at(metric.value);
  const zero = isSigned(scale) ? at(0) : undefined;
  const words = describeInterval(metric);
  const directed = direction === 'up' || direction === 'down';
  return html`<svg class="interval-bar" role="img" aria-label=${words} data-tip=${words} height="16" width="100%">
    <rect class="track" x="0" y="5" width="100%" height="6"></rect>
    ${band === undefined ? nothing : span('band', at(band[0]), at(band[1]), 2, 12)}
    ${directed ? span('bar', zero ?? 0, value, 5, 6) : nothing}
    ${zero === undefined ? nothing : tick('zero', zero, 1, 15)}
    ${
      ci === undefined
        ? nothing
        : svg`<line class="whisker" x1=${percent(at(ci.low))} x2=${percent(at(ci.high))} y1="8" y2="8"></line>
            ${tick('whisker', at(ci.low), 5, 11)}${tick('whisker', at(ci.high), 5, 11)}`
    }
    <circle class="point" cx=${percent(value)} cy="8" r="3.25"></circle>
  </svg>`;
}
