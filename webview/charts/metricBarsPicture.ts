import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { MetricBarsPicture, ReportedMetric } from '../../src/core/results/reportModel';
import { formatNumber } from '../../src/core/text/formatNumber';
import { t, visibleLine } from '../text/visibleText';
import { absence, bar, describeInterval, isSigned, percent, scalePosition, span, tick, whisker } from './intervalBar';
import { barsRow, pictureCaption, type PictureProps } from './pictureCaption';

type Scale = ReportedMetric['scale'];

/** Pixels. */
const barHeight = 18;

function drawBar(metric: ReportedMetric, value: number, scale: Scale): TemplateResult {
  const at = (number: number): number => scalePosition(scale, number);
  const zero = isSigned(scale) ? at(0) : 0;
  const words = `${visibleLine(metric.title)}: ${describeInterval(metric)}, n ${String(metric.n)}`;
  const drawn = svg`${[25, 50, 75].map((position) => tick('scale-line', position, 0, barHeight))}
    ${span('bar', zero, at(value), 3, barHeight - 6)} ${tick('zero', zero, 0, barHeight)}
    ${metric.ci && whisker(at(metric.ci.low), at(metric.ci.high), 9, 4)}`;
  return bar('metric-bar', barHeight, words, drawn, true);
}

function rowView(metric: ReportedMetric, scale: Scale): TemplateResult {
  const { value, unit, n } = metric;
  const drawn = value === undefined ? absence(metric) : drawBar(metric, value, scale);
  const numbers = html`<span class="bars-value">${value === undefined ? 'n/a' : formatNumber(value, unit)}</span>
    <span class="muted">n ${n}</span>`;
  return barsRow(metric.title, drawn, numbers);
}

/** The ends of a block's scale and its middle, or zero where bars go both ways. */
function axis(scale: Scale, unit: ReportedMetric['unit']): TemplateResult {
  const [start, end] = scale;
  const middle = isSigned(scale) ? 0 : (start + end) / 2;
  const mark = (value: number, anchor: string): TemplateResult =>
    svg`<text x=${percent(scalePosition(scale, value))} y="10" text-anchor=${anchor}>${formatNumber(value, unit)}</text>`;
  const marks = [mark(start, 'start'), mark(middle, 'middle'), mark(end, 'end')];
  return barsRow('', html`<svg height="12" width="100%" aria-hidden="true">${marks}</svg>`, '', 'bars-axis');
}

export function metricBarsPicture(picture: MetricBarsPicture, { report, named }: PictureProps): TemplateResult {
  const blocks = picture.blocks.flatMap(
    (id) => report.blocks.find((block) => block.id === id && block.judge === picture.judge) ?? [],
  );
  return html`<figure class="picture metric-bars">
    ${pictureCaption(picture, named)}
    ${blocks.length === 0 ? html`<p class="muted">${t`No verdict yet.`}</p>` : nothing}
    <div class="bars">
      ${blocks.map(({ title, metrics }) => {
        const ends = metrics.map(({ scale }) => scale);
        const scale: Scale = [Math.min(...ends.map(([start]) => start)), Math.max(...ends.map(([, end]) => end))];
        return html`<h3 class="bars-group" dir="auto">${visibleLine(title)}</h3>
          ${metrics.map((metric) => rowView(metric, scale))} ${axis(scale, metrics[0]?.unit ?? 'percent')}`;
      })}
    </div>
  </figure>`;
}
