import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { MetricBarsPicture, MetricBlock } from '../../src/core/results/reportModel';
import type { MetricValue } from '../reportTypes';
import { formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { describeInterval } from './intervalBar';
import { pictureCaption, type PicturePlace } from './pictureCaption';
import { isSigned, percent, scalePosition } from './scalePosition';

type Scale = MetricValue['scale'];

/** Pixels. */
const barHeight = 18;
/** Lines over the scale besides its ends, as shares of its length. */
const lines = [0.25, 0.5, 0.75] as const;

/** The blocks that the picture names, by the judge whose verdicts it shows. */
function blocksOf(picture: MetricBarsPicture, { report }: PicturePlace): readonly MetricBlock[] {
  return picture.blocks.flatMap(
    (id) => report.blocks.find((block) => block.id === id && block.judge === picture.judge) ?? [],
  );
}

/** One scale for all bars of a block. */
function scaleOf({ metrics }: MetricBlock): Scale {
  return [Math.min(...metrics.map(({ scale }) => scale[0])), Math.max(...metrics.map(({ scale }) => scale[1]))];
}

function drawBar(metric: MetricValue, value: number, scale: Scale): TemplateResult {
  const at = (number: number): number => scalePosition(scale, number);
  const zero = isSigned(scale) ? at(0) : 0;
  const words = `${visibleLine(metric.title)}: ${describeInterval(metric)}, n ${String(metric.n)}`;
  const whisker =
    metric.ci === undefined
      ? nothing
      : svg`<line class="whisker" x1=${percent(at(metric.ci.low))} x2=${percent(at(metric.ci.high))} y1="9" y2="9"></line>
          ${[metric.ci.low, metric.ci.high].map(
            (end) => svg`<line class="whisker" x1=${percent(at(end))} x2=${percent(at(end))} y1="5" y2="13"></line>`,
          )}`;
  return html`<svg
    class="metric-bar"
    role="img"
    tabindex="0"
    aria-label=${words}
    data-tip=${words}
    height=${barHeight}
    width="100%"
  >
    ${lines.map((share) => svg`<line class="scale-line" x1=${percent(share * 100)} x2=${percent(share * 100)} y1="0" y2=${barHeight}></line>`)}
    <rect
      class="bar"
      x=${percent(Math.min(zero, at(value)))}
      width=${percent(Math.abs(at(value) - zero))}
      y="3"
      height=${barHeight - 6}
    ></rect>
    <line class="zero" x1=${percent(zero)} x2=${percent(zero)} y1="0" y2=${barHeight}></line>
    ${whisker}
  </svg>`;
}

function absence({ n, excluded }: MetricValue): string {
  if (n > 0) return 'not defined for these verdicts';
  return excluded > 0 ? 'no verdict could be used' : 'no verdict yet';
}

function rowView(metric: MetricValue, scale: Scale): TemplateResult {
  const { value, unit, n } = metric;
  return html`<div class="bars-row">
    <span class="bars-label" dir="auto">${visibleLine(metric.title)}</span>
    <span class="bars-bar"
      >${
        value === undefined ? html`<span class="muted">${absence(metric)}</span>` : drawBar(metric, value, scale)
      }</span
    >
    <span class="bars-numbers number"
      ><span class="bars-value">${value === undefined ? 'n/a' : formatValue(value, unit)}</span>
      <span class="muted">n ${n}</span></span
    >
  </div>`;
}

/** The ends of a block's scale and its middle, or zero where bars go both ways. */
function axis(scale: Scale, unit: MetricValue['unit']): TemplateResult {
  const [start, end] = scale;
  const middle = isSigned(scale) ? 0 : (start + end) / 2;
  const mark = (value: number, anchor: string): TemplateResult =>
    svg`<text x=${percent(scalePosition(scale, value))} y="10" text-anchor=${anchor}>${formatValue(value, unit)}</text>`;
  return html`<div class="bars-row bars-axis" aria-hidden="true">
    <span class="bars-label"></span>
    <span class="bars-bar"
      ><svg height="12" width="100%">${mark(start, 'start')}${mark(middle, 'middle')}${mark(end, 'end')}</svg></span
    >
    <span class="bars-numbers"></span>
  </div>`;
}

/** Metrics of some blocks as bars with their intervals. */
export function metricBarsPicture(picture: MetricBarsPicture, place: PicturePlace): TemplateResult {
  const blocks = blocksOf(picture, place);
  return html`<figure class="picture metric-bars">
    ${pictureCaption(picture, place.named)}
    ${blocks.length === 0 ? html`<p class="muted">No verdict yet.</p>` : nothing}
    <div class="bars">
      ${blocks.map((block) => {
        const scale = scaleOf(block);
        return html`<h3 class="bars-group" dir="auto">${visibleLine(block.title)}</h3>
          ${block.metrics.map((metric) => rowView(metric, scale))} ${axis(scale, block.metrics[0]?.unit ?? 'percent')}`;
      })}
    </div>
  </figure>`;
}
