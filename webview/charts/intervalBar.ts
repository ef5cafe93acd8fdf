import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { ReportedMetric } from '../../src/core/results/reportModel';
import { formatLevel, formatNumber, formatRange } from '../../src/core/text/formatNumber';
import { t, visibleLine } from '../text/visibleText';

/** A value's place on a scale, in percent of its length. Values outside are clamped. */
export function scalePosition([start, end]: ReportedMetric['scale'], value: number): number {
  return end === start ? 0 : Math.min(100, Math.max(0, ((value - start) / (end - start)) * 100));
}

export function isSigned([start, end]: ReportedMetric['scale']): boolean {
  return start < 0 && end > 0;
}

export function percent(position: number): string {
  return `${position.toFixed(2)}%`;
}

/** A vertical line from `y1` to `y2` (pixels) at a position in percent. */
export function tick(className: string, position: number, y1: number, y2: number): TemplateResult {
  return svg`<line class=${className} x1=${percent(position)} x2=${percent(position)} y1=${y1} y2=${y2}></line>`;
}

export function span(className: string, a: number, b: number, y: number, height: number): TemplateResult {
  return svg`<rect class=${className} x=${percent(Math.min(a, b))} width=${percent(Math.abs(b - a))} y=${y} height=${height}></rect>`;
}

/** An interval between two positions in percent. Its end ticks reach `half` pixels above and below `y`. */
export function whisker(low: number, high: number, y: number, half: number): TemplateResult {
  return svg`<line class="whisker" x1=${percent(low)} x2=${percent(high)} y1=${y} y2=${y}></line>
    ${[low, high].map((end) => tick('whisker', end, y - half, y + half))}`;
}

/** A bar as wide as its place. `words`: for the tooltip and screen readers. `isStop`: Tab reaches it. */
export function bar(
  className: string,
  height: number,
  words: string,
  content: unknown,
  isStop = false,
): TemplateResult {
  return html`<svg
    class=${className}
    role="img"
    tabindex=${isStop ? 0 : nothing}
    aria-label=${words}
    data-tip=${words}
    height=${height}
    width="100%"
  >
    ${content}
  </svg>`;
}

/** The interval and scale in words, for the tooltip and screen readers. */
export function describeInterval({ value, unit, scale, ci, band }: ShownMetric): string {
  const range = ([low, high]: readonly [number, number]): string => formatRange({ low, high }, unit);
  return [
    value === undefined ? 'n/a' : formatNumber(value, unit),
    ci === undefined ? t`no interval` : t`${formatLevel(ci.level)} interval ${formatRange(ci, unit)}`,
    t`scale ${range(scale)}`,
    ...(band === undefined ? [] : [t`wanted ${range(band)}`]),
  ].join(', ');
}

/** Why there is no number. Shown instead of a gap or a zero. */
export function absence({ lacking, n, excluded }: Pick<ReportedMetric, 'lacking' | 'n' | 'excluded'>): TemplateResult {
  const open = excluded > 0 ? t`no verdict could be used` : t`nothing judged yet`;
  const words = lacking === undefined ? (n > 0 ? t`not defined for these verdicts` : open) : visibleLine(lacking);
  return html`<span class="muted">${words}</span>`;
}

type ShownMetric = Pick<
  ReportedMetric,
  'value' | 'unit' | 'scale' | 'ci' | 'band' | 'direction' | 'lacking' | 'n' | 'excluded'
>;

/** A metric with a better end gets a bar, from zero on a signed scale. A wanted band is shaded. */
export function intervalBar(metric: ShownMetric): TemplateResult {
  const { scale, ci, band, direction } = metric;
  if (metric.value === undefined) return absence(metric);
  const at = (number: number): number => scalePosition(scale, number);
  const value = at(metric.value);
  const zero = isSigned(scale) ? at(0) : undefined;
  const drawn = svg`<rect class="track" x="0" y="5" width="100%" height="6"></rect>
    ${band && span('band', at(band[0]), at(band[1]), 2, 12)}
    ${direction === 'up' || direction === 'down' ? span('bar', zero ?? 0, value, 5, 6) : nothing}
    ${zero === undefined ? nothing : tick('zero', zero, 1, 15)} ${ci && whisker(at(ci.low), at(ci.high), 8, 3)}
    <circle class="point" cx=${percent(value)} cy="8" r="3.25"></circle>`;
  return bar('interval-bar', 16, describeInterval(metric), drawn);
}
